"""The tournament court in its hall: court-2."""
import os, sys, math
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scene_common as S

what, w, h, n, seed, stem = S.options()
S.begin()
S.night(horizon=(.05, .028, .03), zenith=(.05, .03, .03), glow_color=(.05, .028, .03), strength=2.2)
clay = S.turf('clay', (.12, .028, .017), (.46, .108, .055))
floor = S.plain('floor', (.05, .040, .046), .24, coat=.3)
S.court(clay, panoramic=False, strip=S.WARM, strip_power=3, masts=False, strip_light=0, ground=floor, top=False, steel=(.02, .018, .022))
wall = S.plain('wall', (.10, .055, .075), .8); rib = S.plain('rib', (.16, .085, .10), .7); dark = S.plain('dark', (.016, .014, .02), .5, .5); duct = S.plain('duct', (.62, .60, .60), .34, .9)
H, X, Y = 8.2, 9.5, 15
for y in (-22, Y): S.box(0, y, H/2, 2*X, .2, H, wall)
for x in (-X, X):
    S.box(x, -2, H/2, .2, 36, H, wall)
    for i in range(24): S.box(x*.985, -14+1.25*i, H/2+.6, .10, .34, H-1.2, rib)
for i in range(15): S.box(-X+.7+i*1.29, Y-.16, H/2+.6, .34, .10, H-1.2, rib)
S.box(0, -2, H, 2*X, 36, .1, S.plain('roof', (.055, .04, .05), .9))
# trusses
for y in (-9, -3, 3, 9, 14):
    for z in (H-1.15, H-.25): S.box(0, y, z, 2*X, .09, .09, dark)
    for i in range(16):
        x0 = -X+i*2*X/16; x1 = x0+X/8; S.rod((x0, y, H-(1.15 if i % 2 else .25)), (x1, y, H-(.25 if i % 2 else 1.15)), .03, dark, 8)
# air ducts with collars and outlets
for x in (-6.9, 6.9):
    S.rod((x, -18, H-1.9), (x, Y, H-1.9), .42, duct, 40)
    for i in range(14): S.spin([(.425, -.03), (.45, -.03), (.45, .03), (.425, .03)], duct, (x, -12+2*i, H-1.9), 40).rotation_euler.x = math.pi/2
    for i in range(7): S.box(x*.945, -10.5+4*i, H-2.05, .04, .9, .16, dark, bevel=.01)
    for i in range(7): S.rod((x, -11+4*i, H-1.5), (x, -11+4*i, H), .012, dark, 6)
# luminaires: visible tubes, and two broad lights doing their work
tube = S.glow('tube', (1, .80, .58), 7)
for x in (-3.1, 3.1):
    for i in range(7):
        y = -12+4*i; S.box(x, y, H-1.32, .30, 2.5, .08, dark); S.box(x, y, H-1.37, .22, 2.4, .02, tube, quiet=True)
    S.area((x, -1, H-1.5), (x*.9, -1, 0), 1.2, 24, 1900, (1, .80, .60))
cove = S.glow('cove', S.VIOLET, 5)
S.box(0, Y-.3, .9, 2*X-1, .03, .03, cove, quiet=True); S.area((0, Y-.5, 1.0), (0, Y-.1, 2.6), 17, .1, 90, S.VIOLET)
for s in (-1, 1): S.box(s*(X-.35), 0, .9, .03, 29, .03, cove, quiet=True)
for x in (-X+.9, X-.9): S.area((x, -1, .4), (x*1.07, -1, 4), .2, 28, 260, S.WARM)
S.area((0, -1, 4.4), (0, -1, H), 15, 26, 120, (1, .7, .5))
# umpire's chair beside the net post
cream = S.plain('cream', (.8, .76, .70), .45)
ux = 6.1
for dx in (-.38, .38):
    for dy in (-.42, .42): S.rod((ux+dx*1.25, dy*1.3, 0), (ux+dx*.8, dy*.7, 1.75), .024, cream)
    S.rod((ux+dx*.8, -.3, 2.1), (ux+dx*.8, .3, 2.1), .022, cream)
for i in range(5): S.rod((ux-.44+.03*i, -.45+.04*i, .3*i+.25), (ux-.44+.03*i, .45-.04*i, .3*i+.25), .018, cream)
S.box(ux, 0, 1.78, .66, .6, .06, S.plain('seat', (.42, .10, .035), .6), bevel=.02); S.box(ux+.31, 0, 2.15, .06, .6, .6, S.plain('seat', (.42, .10, .035), .6), bevel=.02)
# scoreboard on the far wall
S.box(0, Y-.35, 5.0, 4.6, .18, 1.5, dark, bevel=.03); on = S.glow('digit', S.LIME, 3.2)
def digit(x, z, d, s=.34):
    seg = {'a': (0, 2, 1), 'b': (.5, 1.5, 0), 'c': (.5, .5, 0), 'd': (0, 0, 1), 'e': (-.5, .5, 0), 'f': (-.5, 1.5, 0), 'g': (0, 1, 1)}
    for k in {'0': 'abcdef', '1': 'bc', '3': 'abgcd', '4': 'fgbc', '5': 'afgcd', '6': 'afgedc'}[d]:
        u, v, flat = seg[k]; S.box(x+u*s, Y-.47, z+(v-1)*s, s*.8 if flat else .055, .02, .055 if flat else s*.8, on, quiet=True)
for x, d in ((-1.75, '6'), (-1.0, '4'), (1.0, '4'), (1.75, '0')): digit(x, 5.0, d)
for z in (4.82, 5.18): S.box(0, Y-.47, z, .07, .02, .07, on, quiet=True)
for p in ((-1.4, -4.6), (1.9, -5.6), (.5, 2.2)): S.ball((*p, .0325), fuzz=1500)
S.racket((-1.35, -7.55, .024), (0, 0, -.75)); S.ball((-.82, -7.62, .0325), fuzz=9000); S.ball((-1.62, -7.05, .0325), fuzz=6000, turn=(1, .2, 2))
S.camera((-3.0, -9.35, 1.22), (.78, 0, 1.02), 21)
S.shoot(w, h, n, seed, stem)

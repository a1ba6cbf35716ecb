"""The bar beside the court: lounge and bg-contact."""
import os, sys, math, random
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scene_common as S

what, w, h, n, seed, stem = S.options()
S.begin(); S.night(strength=.8)
R = random.Random(11)
# the court outside, seen through the glass; its own origin stays at zero, the room lies south of it
blue = S.turf('blue', (.010, .012, .10), (.05, .075, .46))
S.court(blue, ground=S.plain('yard', (.02, .018, .03), .3), masts=False, strip_light=0, strip_power=8)
S.area((0, 0, 7), (0, 0, 0), 8, 15, 3600, (.62, .55, 1))
lamp, run, st = S.glow('lamp', (.86, .93, 1), 10), S.glow('run', S.LIME, 6), S.plain('st', (.02, .018, .026), .35, .8)
for x in (-5.35, 5.35):
    for y in (-5, 5):
        s = math.copysign(1, x); S.box(x, y, 3, .11, .11, 6, st); S.box(x-.062*s, y, 3.2, .02, .06, 5.4, run, quiet=True).visible_glossy = False; S.box(x-.062*s, y-.062, 3.2, .04, .02, 5.4, run, quiet=True).visible_glossy = False
        for d in (-.5, .5): S.box(x-.25*s, y+d, 6.1, .4, .6, .06, lamp, quiet=True).visible_glossy = False
S.skyline(at=(0, 60)); S.ball((-.6, -8.9, .033), fuzz=0)

# the room: y from -20.4 to the window at -12.6
Y0, Y1, X0, X1, H = -20.8, -12.6, -4.2, 4.6, 3.3
fl = S.Nodes('floor'); g = fl.noise(1.1, 5); g2 = fl.noise(30, 3)
floor = fl.done(fl.principled(fl.mixc(g, (.028, .022, .030), (.060, .048, .056)), fl.m('MULTIPLY_ADD', fl.ramp(g, .3, .7), .12, .12), normal=fl.bump(g2, .03, .004)))
S.box((X0+X1)/2, (Y0+Y1)/2, .01, X1-X0, Y1-Y0, .04, floor)
plaster = S.Nodes('plaster'); q = plaster.noise(5, 5); wallm = plaster.done(plaster.principled(plaster.mixc(q, (.085, .040, .070), (.14, .065, .105)), .85, normal=plaster.bump(q, .25, .02)))
S.box(X0, (Y0+Y1)/2, H/2, .1, Y1-Y0, H, wallm); S.box(X1, (Y0+Y1)/2, H/2, .1, Y1-Y0, H, wallm); S.box((X0+X1)/2, Y0, H/2, X1-X0, .1, H, wallm)
S.box((X0+X1)/2, (Y0+Y1)/2, H+.05, X1-X0, Y1-Y0, .1, S.plain('ceil', (.030, .022, .034), .9))
wood = S.Nodes('wood'); tc = wood.add('TexCoord', out=3); stretch = wood.add('VectorMath', tc, (9, .9, 9), operation='MULTIPLY')
wn = wood.noise(3.5, 6, stretch, .65); walnut = wood.done(wood.principled(wood.mixc(wood.ramp(wn, .3, .72), (.055, .020, .009), (.24, .095, .038)), .28, coat=.25, normal=wood.bump(wn, .1, .003)))
for i in range(15): S.box((X0+X1)/2, Y0+.4+i*.54, H-.06, X1-X0, .07, .13, walnut)
frame = S.plain('frame', (.012, .010, .014), .35, .7); pane = S.glass(base=.05, haze=.002)
for a, b in ((X0, -1.25), (-1.25, 1.7), (1.7, X1)):
    S.sheet((a, Y1), (b, Y1), pane, .05, H).visible_shadow = False
for x in (X0+.05, -1.25, 1.7, X1-.05): S.box(x, Y1, H/2, .05, .09, H, frame)
S.box((X0+X1)/2, Y1, .06, X1-X0, .09, .10, frame); S.box((X0+X1)/2, Y1, H-.05, X1-X0, .09, .10, frame)

# bar: a run of half-round clay tiles under a dark wooden top
bx, b0, b1 = -1.55, -18.6, -13.5
clay = S.Nodes('tile'); cn = clay.add('ObjectInfo', out=5); cl = clay.done(clay.principled(clay.mixc(cn, (.34, .085, .028), (.55, .16, .055)), .32, coat=.35))
S.box(bx-.32, (b0+b1)/2, .55, .56, b1-b0-.1, 1.06, S.plain('carcass', (.02, .014, .016), .6))
count = int((b1-b0)/.085)
for i in range(count): S.rod((bx-.03, b0+.06+i*.085, .10), (bx-.03, b0+.06+i*.085, 1.02), .040, cl, 20)
S.box(bx-.28, (b0+b1)/2, 1.085, .86, b1-b0+.1, .07, walnut, bevel=.012)
S.box(bx+.09, (b0+b1)/2, 1.035, .02, b1-b0, .02, S.glow('under', S.WARM, 4), quiet=True)
S.box(bx+.0, (b0+b1)/2, .06, .03, b1-b0, .03, S.glow('kick', S.VIOLET, 6), quiet=True)
S.area((bx+.10, (b0+b1)/2, 1.03), (bx+.02, (b0+b1)/2, 0), .05, b1-b0, 16, S.WARM)
S.area((bx+.06, (b0+b1)/2, .09), (bx+1.2, (b0+b1)/2, .0), .05, b1-b0, 16, S.VIOLET)
# stools
seat, leg = S.plain('seat', (.30, .075, .028), .55), S.plain('leg', (.55, .42, .28), .28, 1)
seat2 = S.plain('seat2', (.11, .035, .22), .6)
for i, y in enumerate((-17.75, -16.65, -15.55, -14.45)):
    x = bx+.72+R.uniform(-.04, .06); m = seat if i % 2 == 0 else seat2
    S.spin([(.0001, .80), (.17, .80), (.195, .785), (.20, .755), (.195, .72), (.17, .705), (.0001, .70)], m, (x, y, 0))
    a = R.uniform(-.5, .5); pts = []
    for k in range(4):
        c, s = math.cos(a+k*math.pi/2+.785), math.sin(a+k*math.pi/2+.785); S.rod((x+c*.13, y+s*.13, .71), (x+c*.24, y+s*.24, .03), .012, leg, 10)
    S.tube([(x+.205*math.cos(t*math.pi/16), y+.205*math.sin(t*math.pi/16), .27) for t in range(32)], .010, leg, closed=True)
    S.tube([(x+.17*math.cos(t), y+.17*math.sin(t), .93-.04*abs(t)) for t in [-1.1+.1*j for j in range(23)]], .028, m)
    for t in (-.9, .9): S.rod((x+.17*math.cos(t), y+.17*math.sin(t), .76), (x+.17*math.cos(t), y+.17*math.sin(t), .92), .010, leg, 8)
# pendant lamps over the counter
shade, inner, filament = S.plain('shade', (.50, .13, .045), .38, .2, coat=.4), S.plain('inner', (.85, .6, .32), .9, spec=0), S.glow('filament', (1, .60, .24), 14)
for y in (-17.9, -16.8, -15.7, -14.6, -13.5):
    x, z = bx-.12, 2.05
    S.spin([(.03, .30), (.05, .27), (.07, .20), (.17, .10), (.205, .0)], shade, (x, y, z)); S.spin([(.03, .29), (.065, .195), (.165, .095), (.20, .001)], inner, (x, y, z))
    S.rod((x, y, z+.3), (x, y, H), .006, frame, 6); S.spin([(.0001, -.055), (.035, -.04), (.05, .0), (.035, .05), (.012, .08)], filament, (x, y, z+.05), quiet=True).visible_glossy = False
    S.bulb((x, y, z-.02), 42, (1, .62, .28), .10)
# back bar: lit shelves with bottles and glasses
glassy = [S.plain('b%d' % i, c, .08, coat=.6) for i, c in enumerate(((.20, .06, .015), (.03, .10, .04), (.10, .03, .16), (.45, .30, .08), (.25, .30, .04), (.4, .09, .03)))]
for j, z in enumerate((1.05, 1.50, 1.95)):
    S.box(X0+.22, -16.1, z, .32, 5.0, .035, walnut); S.box(X0+.08, -16.1, z+.03, .015, 4.9, .012, S.glow('shelf', S.WARM, 3.5), quiet=True)
    y = -18.45
    while y < -13.75:
        k = R.random(); hgt = R.uniform(.22, .33); r = R.uniform(.030, .044)
        if k < .72: S.spin([(.0001, 0), (r, 0), (r, hgt*.6), (r*.35, hgt*.78), (r*.33, hgt), (.0001, hgt)], R.choice(glassy), (X0+.22, y, z+.018), 20)
        y += R.uniform(.09, .17)
S.box(X0+.3, -16.1, .45, .5, 5, .9, S.plain('carcass2', (.02, .014, .016), .5)); S.area((X0+.30, -16.1, 2.5), (X0+.08, -16.1, 1.2), .3, 4.8, 42, S.WARM)
# the club's mark in lime light on the wall
neon = S.glow('neon', S.LIME, 5); cx, cz, r = -15.0, 2.62, .26
ring = lambda rr, oy, a0, a1, k=40: [(X0+.09, cx+oy+rr*math.cos(a0+(a1-a0)*i/k), cz+rr*math.sin(a0+(a1-a0)*i/k)) for i in range(k+1)]
for pts in (ring(r, 0, 0, 6.2832), ring(r*.95, -r*1.18, -.78, .78), ring(r*.95, r*1.18, math.pi-.78, math.pi+.78)): S.tube(pts, .011, neon, quiet=True)
# on the counter: tumblers with lime, a ball, a bowl
def tumbler(x, y, liquid):
    S.spin([(.0001, .004), (.034, .004), (.038, .085), (.0001, .085)], liquid, (x, y, 1.12), 32)
    S.spin([(.0001, 0), (.036, 0), (.042, .125), (.039, .125), (.036, .008)], S.glass((1, 1, 1), .08), (x, y, 1.12), 32).visible_shadow = False
    S.rod((x-.01, y, 1.13), (x+.035, y+.03, 1.29), .0035, S.plain('straw', (.9, .85, .8), .5), 8)
    S.spin([(.0001, -.003), (.028, -.003), (.028, .003), (.0001, .003)], S.plain('slice', (.45, .75, .06), .5), (x+.035, y, 1.245), 24).rotation_euler = (0, 1.3, .3)
mint = S.Nodes('drink'); drink = mint.done(mint.add('AddShader', mint.principled((.35, .62, .03), .1), mint.emission((.45, .8, .03), .12)))
amber = S.plain('amber', (.65, .20, .03), .1)
for x, y, l in ((-1.38, -18.05, drink), (-1.30, -17.82, amber), (-1.40, -16.2, drink), (-1.34, -15.1, amber)): tumbler(x, y, l)
S.ball((-1.27, -18.24, 1.12+.033), fuzz=9000)
# lounge corner by the window: two tub chairs, a round table, a plant, a racket against the glass
vel = S.Nodes('velvet'); vn = vel.noise(160, 2); velvet = vel.done(vel.principled(vel.mixc(vn, (.075, .022, .16), (.12, .04, .24)), .85))
def chair(x, y, a, m):
    c = S.box(x, y, .34, .62, .60, .20, m, rot=a, bevel=.07); f = lambda u, v: (x+u*math.cos(a)-v*math.sin(a), y+u*math.sin(a)+v*math.cos(a))
    S.tube([(*f(.36*math.cos(t), .36*math.sin(t)), .52+.10*max(0, math.sin(t))) for t in [-.35+.1*i for i in range(39)]], .085, m)
    S.tube([(*f(.37*math.cos(t), .37*math.sin(t)), .36) for t in [-.30+.1*i for i in range(38)]], .09, m)
    for u in (-.24, .24):
        for v in (-.24, .24): S.rod((*f(u, v), .25), (*f(u*1.15, v*1.15), .03), .014, leg, 8)
velclay = S.plain('velclay', (.36, .09, .035), .8)
chair(2.35, -14.15, -.5, velclay); chair(3.75, -15.0, -1.5, velvet)
S.spin([(.0001, .46), (.36, .46), (.37, .45), (.36, .435), (.05, .43), (.03, .40), (.03, .06), (.20, .04), (.21, .03)], walnut, (2.75, -15.15, 0))
leafm = S.plain('leaf', (.03, .10, .035), .45)
S.spin([(.0001, .42), (.17, .42), (.20, .44), (.15, .03), (.0001, .03)], cl, (4.05, -13.2, 0))
for i in range(26):
    a, L, up = R.uniform(0, 6.28), R.uniform(.5, .95), R.uniform(.5, 1.1); v, f = [], []
    for k in range(9):
        t = k/8; rr = L*t*.75; z = .42+up*t*(1.55-t*.85); wd = .045*math.sin(math.pi*min(1, t*.93+.06)); c, s = math.cos(a), math.sin(a)
        v += [(4.05+c*rr-s*wd, -13.2+s*rr+c*wd, z), (4.05+c*rr+s*wd, -13.2+s*rr-c*wd, z)]
        if k: f.append((2*k-2, 2*k-1, 2*k+1, 2*k))
    S.mesh('leaf', v, f, leafm, smooth=True)
S.racket((2.78, -15.12, .50), (0, 0, 1.1))
# light from the court, a violet cove
S.area((.2, Y1+.15, 1.6), (.2, -18, .4), 8, 2.8, 150, (.42, .22, 1)); S.box(X1-.1, (Y0+Y1)/2, H-.22, .03, Y1-Y0, .03, S.glow('cove', S.VIOLET, 6), quiet=True)
S.area((X1-.25, -16.5, H-.3), (X1-.1, -16.5, 1), .1, 7, 22, S.VIOLET)
if what == 'lounge': S.camera((.95, -19.9, 1.46), (-.62, -13.2, 1.30), 23)
else: S.camera((.55, -18.9, 1.78), (-1.7, -15.2, 1.98), 36, focus=(-1.67, -16.8, 2.1), fstop=1.6)
S.shoot(w, h, n, seed, stem)

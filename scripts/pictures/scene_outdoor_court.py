"""The outdoor night court: hero, hero-tall, court-1 and the backgrounds bg-booking, bg-login, bg-account."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scene_common as S
from math import radians as rad

what, w, h, n, seed, stem = S.options()
S.begin(); S.night()
tones = ((.004, .009, .072), (.030, .088, .43))
flat = [tuple(c*.72 for c in t) for t in tones]   # standing blades shade one another; the flat sheet is darkened to match
blue, grass = S.turf('blue', *flat), S.turf('grass', *tones, sheer=True)
wet = S.ground_wet()
if what in ('hero', 'hero-tall'):
    S.court(blue, ground=wet, mast_watts=760, strip_light=30)
    b = (2.38, -7.66, .0395)
    S.ball(b, turn=(.6, .5, .9)); S.racket((2.86, -7.36, .026), (0, 0, rad(64)))
    S.blades(grass, .5, 4.5, -8.5, -5.5); S.blades(grass, -1.5, .5, -8, -5.5, per=5000)
    S.area((.9, -5.6, 1.3), b, .5, .5, 34, (1, .93, .8)); S.area((4.9, -6.6, .6), b, .1, 1.2, 14, S.VIOLET)
    S.skyline(at=(0, 70)); S.bokeh(54, (-46, 46), (48, 62), (.6, 6), (.14, .75), power=.9)
    if what == 'hero': S.camera((2.58, -8.06, .115), (1.50, -4.9, .50), 20, focus=b, fstop=5.6)
    else: S.camera((2.60, -8.04, .115), (1.60, -4.9, .90), 24, focus=b, fstop=6)
elif what == 'court-1':
    S.court(blue, ground=wet, mast_watts=900, strip_light=34)
    S.skyline(at=(0, 62)); S.bokeh(40, (-46, 46), (48, 62), (.6, 5), (.16, .5))
    S.area((0, -10.15, .5), (0, -12.2, 0), 10, .1, 60, S.VIOLET); S.area((5.2, -3, .5), (7.2, -3, 0), .1, 14, 60, S.VIOLET)
    for p in ((1.2, -6.2), (-2.2, -3.4), (2.6, 3)): S.ball((*p, .0325), fuzz=2000)
    S.camera((6.15, -14.6, 2.4), (-.25, -2.6, 1.28), 24)
elif what == 'bg-booking':
    S.court(blue, ground=wet, mast_watts=760, strip_light=30)
    S.skyline(at=(0, 62)); S.bokeh(60, (-46, 46), (30, 50), (.6, 6), (.2, .6))
    S.camera((-2.6, -1.25, 1.02), (1.6, .9, .62), 30, focus=(-.9, 0, .86), fstop=2)
elif what == 'bg-login':
    S.court(blue, ground=wet, mast_watts=760, strip_light=30)
    S.racket((.10, -6.28, .026), (0, 0, rad(-62))); S.ball((.21, -6.47, .0395), turn=(.4, 1, .2)); S.blades(grass, -.9, 1.1, -7.0, -5.5)
    S.bokeh(60, (-46, 46), (30, 50), (.6, 6), (.2, .6))
    S.camera((-.02, -7.05, .20), (.12, -6.2, .06), 34, focus=(.19, -6.47, .04), fstop=3.2)
elif what == 'bg-account':
    S.court(blue, ground=wet, mast_watts=760, strip_light=40)
    S.ball((1.7, -2.6, .0325), fuzz=0)
    S.camera((-3.5, -1.5, 13.2), (.6, .2, 0), 36, roll=-58)
S.shoot(w, h, n, seed, stem, bounces=1)

"""Shared parts of every picture: materials, the court and its furniture, lights, camera and render settings.
Lengths are metres; the court's centre is the origin and the net runs along x."""
import bpy, math, random, sys
from mathutils import Vector

LIME, VIOLET, CLAY, WARM = (.58, 1, .03), (.36, .05, 1), (.80, .22, .07), (1, .62, .30)
sc = None


def begin():
    global sc
    bpy.ops.wm.read_factory_settings(use_empty=True)
    sc = bpy.context.scene
    random.seed(7)


# ---------------------------------------------------------------- shader helpers
class Nodes:
    """A tiny vocabulary for building node trees by writing formulas."""
    def __init__(self, name):
        self.mat = bpy.data.materials.new(name); self.mat.use_nodes = True
        self.t = self.mat.node_tree; self.t.nodes.clear()
        self.out = self.t.nodes.new('ShaderNodeOutputMaterial')

    def add(self, kind, *inputs, out=0, **props):
        n = self.t.nodes.new('ShaderNode' + kind)
        for k, v in props.items(): setattr(n, k, v)
        for i, v in enumerate(inputs): self.put(n.inputs[i], v)
        return n.outputs[out]

    def put(self, socket, v):
        if v is None: return
        if isinstance(v, bpy.types.NodeSocket): self.t.links.new(v, socket)
        elif isinstance(v, tuple) and socket.type == 'RGBA': socket.default_value = (*v, 1)[:4]
        else: socket.default_value = v

    def m(self, op, a, b=None, c=None): return self.add('Math', a, b, c, operation=op)
    def pos(self): return self.add('NewGeometry')
    def xyz(self, v):
        n = self.t.nodes.new('ShaderNodeSeparateXYZ'); self.put(n.inputs[0], v); return n.outputs
    def noise(self, scale, detail=3, vec=None, rough=.5):
        n = self.t.nodes.new('ShaderNodeTexNoise'); n.inputs['Scale'].default_value = scale
        n.inputs['Detail'].default_value = detail; n.inputs['Roughness'].default_value = rough
        self.put(n.inputs['Vector'], vec if vec is not None else self.pos()); return n.outputs['Fac']
    def mixc(self, f, a, b, how='MIX'): return self.add('MixRGB', f, a, b, blend_type=how)
    def ramp(self, f, lo, hi):
        n = self.t.nodes.new('ShaderNodeMapRange'); n.clamp = True
        self.put(n.inputs[0], f); n.inputs[1].default_value = lo; n.inputs[2].default_value = hi; return n.outputs[0]
    def bump(self, h, strength, dist):
        n = self.t.nodes.new('ShaderNodeBump'); n.inputs['Strength'].default_value = strength
        n.inputs['Distance'].default_value = dist; self.put(n.inputs['Height'], h); return n.outputs[0]
    def principled(self, color, rough=.5, metal=0, normal=None, coat=0, spec=.5):
        n = self.t.nodes.new('ShaderNodeBsdfPrincipled')
        self.put(n.inputs['Base Color'], color); self.put(n.inputs['Roughness'], rough); self.put(n.inputs['Metallic'], metal)
        n.inputs['Clearcoat'].default_value = coat; n.inputs['Specular'].default_value = spec
        if normal is not None: self.put(n.inputs['Normal'], normal)
        return n.outputs[0]
    def emission(self, color, strength): return self.add('Emission', color, strength)
    def mix(self, f, a, b): return self.add('MixShader', f, a, b)
    def clear(self, tint=(1, 1, 1)): return self.add('BsdfTransparent', tint)
    def done(self, s):
        self.t.links.new(s, self.out.inputs[0]); self.mat.cycles.sample_as_light = False; return self.mat


def plain(name, color, rough=.5, metal=0, coat=0, spec=.5):
    n = Nodes(name); return n.done(n.principled(color, rough, metal, coat=coat, spec=spec))

def glow(name, color, strength):
    n = Nodes(name); return n.done(n.emission(color, strength))

def glass(tint=(.95, .97, 1), base=.045, haze=0.0):
    """A thin pane: what lies behind passes straight through, reflection grows toward grazing angles."""
    n = Nodes('pane')
    f = n.t.nodes.new('ShaderNodeLayerWeight'); f.inputs[0].default_value = .5
    k = n.m('MULTIPLY_ADD', n.m('POWER', f.outputs['Facing'], 4.2), .8, base)
    s = n.mix(k, n.clear(tint), n.add('BsdfGlossy', (.95, .95, 1), .0))
    if haze:
        x, y, z = n.xyz(n.pos())   # slanting bands of sheen, as on panes that mirror a lit sky
        band = n.m('POWER', n.m('MULTIPLY_ADD', n.m('SINE', n.m('ADD', n.m('MULTIPLY', n.m('ADD', x, y), 1.25), n.m('MULTIPLY', z, 1.1))), .5, .5), 4)
        s = n.add('AddShader', s, n.emission((.5, .42, 1), n.m('MULTIPLY_ADD', band, haze*4, haze*.7)))
    return n.done(s)

def turf(name, dark, light, line=(.86, .86, .90), lines=True, sheer=False):
    n = Nodes(name); p = n.pos()
    fine, mid, big = n.noise(700, 2, p), n.noise(9, 4, p), n.noise(.9, 3, p)
    k = n.m('ADD', n.m('MULTIPLY', fine, .75), n.m('ADD', n.m('MULTIPLY', mid, .35), n.m('MULTIPLY', big, .45)))
    c = n.mixc(n.ramp(k, .45, 1.12), dark, light)
    if lines:
        x, y, _ = n.xyz(p); ax, ay = n.m('ABSOLUTE', x), n.m('ABSOLUTE', y)
        centre = n.m('MULTIPLY', n.m('LESS_THAN', ax, .026), n.m('LESS_THAN', ay, 6.97))
        service = n.m('LESS_THAN', n.m('ABSOLUTE', n.m('SUBTRACT', ay, 6.95)), .026)
        w = n.m('MAXIMUM', centre, service)
        c = n.mixc(w, c, n.mixc(fine, (line[0]*.72, line[1]*.72, line[2]*.75), line))
    d = n.add('BsdfDiffuse', c, .8)
    n.put(d.node.inputs['Normal'], n.bump(n.m('ADD', fine, n.m('MULTIPLY', mid, .4)), .55, .012))
    if sheer: d = n.mix(.35, d, n.add('BsdfTranslucent', c))
    return n.done(d)

def lattice(name, axes, cell, wire, color=(.035, .03, .05), metal=.6):
    """Wire mesh or netting as see-through cells on a flat sheet."""
    n = Nodes(name); v = n.xyz(n.pos()); ks = []
    for a in axes:
        f = n.m('FRACT', n.m('DIVIDE', v['XYZ'.index(a)], cell)); ks.append(n.m('LESS_THAN', f, wire / cell))
    return n.done(n.mix(n.m('MAXIMUM', *ks), n.clear(), n.principled(color, .4, metal)))


# ---------------------------------------------------------------- shape helpers
def keep(o, m, smooth=False, quiet=False):
    if m is not None: o.data.materials.clear(); o.data.materials.append(m)
    if smooth: [setattr(p, 'use_smooth', True) for p in o.data.polygons]
    if quiet: o.visible_diffuse = False; o.visible_shadow = False
    return o

def mesh(name, verts, faces, m, at=(0, 0, 0), **kw):
    d = bpy.data.meshes.new(name); d.from_pydata(verts, [], faces); d.update()
    o = bpy.data.objects.new(name, d); o.location = at; sc.collection.objects.link(o)
    return keep(o, m, **kw)

def box(x, y, z, sx, sy, sz, m, rot=0, bevel=0, **kw):
    a, b, c = sx/2, sy/2, sz/2
    v = [(i*a, j*b, k*c) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    o = mesh('box', v, [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)], m, (x, y, z), **kw)
    o.rotation_euler.z = rot
    if bevel: b = o.modifiers.new('b', 'BEVEL'); b.width = bevel; b.segments = 3
    return o

def sheet(a, b, m, z0=0, z1=3, **kw):
    """An upright rectangle over the ground points a and b."""
    return mesh('sheet', [(*a, z0), (*b, z0), (*b, z1), (*a, z1)], [(0, 1, 2, 3)], m, **kw)

def spin(profile, m, at, seg=48, **kw):
    """Turn a list of (radius, height) around the upright axis."""
    v, f = [], []
    for r, z in profile:
        v += [(r*math.cos(2*math.pi*i/seg), r*math.sin(2*math.pi*i/seg), z) for i in range(seg)]
    for j in range(len(profile)-1):
        f += [(j*seg+i, j*seg+(i+1) % seg, (j+1)*seg+(i+1) % seg, (j+1)*seg+i) for i in range(seg)]
    return mesh('spin', v, f, m, at, smooth=True, **kw)

def rod(a, b, r, m, seg=16, **kw):
    a, b = Vector(a), Vector(b); d = b-a
    o = spin([(0.0001, 0), (r, 0), (r, d.length), (.0001, d.length)], m, a, seg, **kw)
    o.rotation_euler = d.to_track_quat('Z', 'Y').to_euler()
    for p in o.data.polygons: p.use_smooth = abs(p.normal.z) < .5
    return o

def tube(points, r, m, closed=False, **kw):
    c = bpy.data.curves.new('tube', 'CURVE'); c.dimensions = '3D'; c.bevel_depth = r; c.bevel_resolution = 3
    s = c.splines.new('POLY'); s.points.add(len(points)-1); s.use_cyclic_u = closed
    for p, q in zip(s.points, points): p.co = (*q, 1)
    o = bpy.data.objects.new('tube', c); sc.collection.objects.link(o); o.data.materials.append(m)
    if kw.get('quiet'): o.visible_diffuse = False; o.visible_shadow = False
    return o

def area(at, to, w, h, watts, color=(1, 1, 1), spread=180):
    l = bpy.data.lights.new('area', 'AREA'); l.shape = 'RECTANGLE'; l.size, l.size_y = w, h
    l.energy = watts; l.color = color; l.spread = math.radians(spread)
    o = bpy.data.objects.new('area', l); sc.collection.objects.link(o); o.location = at
    o.rotation_euler = (Vector(to)-Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    o.visible_camera = o.visible_glossy = o.visible_transmission = False
    return o

def bulb(at, watts, color=WARM, size=.06):
    l = bpy.data.lights.new('bulb', 'POINT'); l.energy = watts; l.color = color; l.shadow_soft_size = size
    o = bpy.data.objects.new('bulb', l); sc.collection.objects.link(o); o.location = at
    o.visible_camera = o.visible_glossy = False
    return o


# ---------------------------------------------------------------- the court
def line_light(a, b, z, m, thick=.028, y_off=0):
    cx, cy = (a[0]+b[0])/2, (a[1]+b[1])/2
    box(cx, cy, z, abs(a[0]-b[0]) + thick, abs(a[1]-b[1]) + thick, thick, m, quiet=True)

def court(surface, panoramic=True, strip=VIOLET, strip_power=6, mast_watts=520, masts=True, mast_line=LIME,
          strip_light=26, white=(.86, .93, 1), back=(-10, 10), door=1.0, ground=None, steel=(.018, .016, .026), top=True, beams=.10):
    st = plain('steel', steel, .32, .85); pane = glass(base=.06, haze=.006)
    edge = glow('edge', (.45, .55, 1), .5); led = glow('led', strip, strip_power); dot = plain('clamp', (.6, .6, .65), .25, 1)
    wire = {'X': lattice('wireY', 'XZ', .05, .0045), 'Y': lattice('wireX', 'YZ', .05, .0045)}
    box(0, 0, -.02, 10.0, 20, .04, surface)
    if ground is not None: box(0, 0, -.07, 240, 240, .08, ground)

    def panel(a, b, top, axis):
        sheet(a, b, pane, .02, top).visible_shadow = False
        for p in (a, b):
            box(p[0], p[1], top/2, .010, .010, top, edge, quiet=True)
            for z in (.45, top*.5, top-.4):
                d = Vector((b[0]-a[0], b[1]-a[1], 0)).normalized()*(.05 if p is a else -.05)
                box(p[0]+d.x, p[1]+d.y, z, .05 if axis == 'X' else .03, .05 if axis == 'Y' else .03, .05, dot, bevel=.008)

    for y in back:
        s = math.copysign(1, y)
        for i in range(5): panel((-5+2*i+.004, y), (-3+2*i-.004, y), 3, 'X')
        sheet((-5, y), (5, y), wire['X'], 3.05, 4, quiet=True)
        box(0, y, 3.03, 10.06, .05, .05, st); box(0, y, 4.0, 10.06, .05, .05, st); box(0, y+.03*s, .05, 10.2, .08, .10, st)
        if top: line_light((-5, y), (5, y), 3.07, led)
        line_light((-5, y-.03*s), (5, y-.03*s), .035, led)
        for i in range(0, 6) if not panoramic else (): box(-5+2*i, y+.05*s, 2, .08, .08, 4, st)
        if panoramic:
            for i in (-5, -1.7, 1.7, 5): box(i, y+.03*s, 3.5, .04, .04, 1, st)
    for x in (-5, 5):
        s = math.copysign(1, x)
        for e in (-1, 1):
            if 10*e not in back and panoramic is None: continue
            panel((x, 10*e), (x, 8.004*e), 3, 'Y'); panel((x, 7.996*e), (x, 6*e), 2, 'Y')
            sheet((x, 8*e), (x, 10*e), wire['Y'], 3.05, 4, quiet=True); sheet((x, 6*e), (x, 8*e), wire['Y'], 2.05, 3, quiet=True)
            box(x, 9*e, 3.03, .05, 2, .05, st); box(x, 9*e, 4, .05, 2, .05, st); box(x, 7*e, 2.03, .05, 2, .05, st); box(x, 7*e, 3.0, .05, 2, .05, st)
            box(x+.03*s, 8*e, 2, .06, .06, 4, st); box(x+.03*s, 6*e, 1.5, .06, .06, 3, st)
            if not panoramic: box(x+.03*s, 10*e, 2, .08, .08, 4, st)
            sheet((x, door*e), (x, 6*e), wire['Y'], .1, 3, quiet=True)
            box(x, (3+door/2)*e, 3, .05, 6-door, .05, st); box(x, (3+door/2)*e, 1.5, .03, 6-door, .03, st)
            for y in (door, 3.5): box(x+.02*s, y*e, 1.5, .05, .05, 3, st)
            if top:
                line_light((x, 8*e), (x, 10*e), 3.07, led); line_light((x, 6*e), (x, 8*e), 2.07, led)
                line_light((x, door*e), (x, 6*e), 3.04, led)
            line_light((x-.03*s, door*e), (x-.03*s, 10*e), .035, led)
        box(x+.03*s, 0, .05, .08, 20, .10, st)
        if strip_light: area((x*.97, 0, .10), (0, 0, .0), 19, .06, strip_light, strip)
    if masts:
        lamp = glow('lamp', white, 60); run = glow('run', mast_line, 6); fog = haze('fog', (.55, .5, 1), beams)
        for x in (-5.35, 5.35):
            s = math.copysign(1, x)
            for y in (-5, 5):
                box(x, y, 3.05, .11, .11, 6.1, st); box(x-.062*s, y, 3.2, .012, .035, 5.4, run, quiet=True)
                for dy in (-.5, .5):
                    head = box(x-.25*s, y+dy, 6.12, .44, .62, .07, st, bevel=.01); face = box(x-.25*s, y+dy, 6.075, .36, .54, .012, lamp, quiet=True)
                    face.visible_glossy = False
                    for h in (head, face): h.rotation_euler.y = math.radians(14*s)
                box(x-.12*s, y, 6.1, .1, 1.5, .05, st)
                area((x-.25*s, y, 6.03), (x*.35, y*.86, 0), .9, 1.3, mast_watts, white, 150).visible_glossy = True
                if beams: beam((x-.25*s, y, 6.05), (x*.45, y*.92, .1), 2.4, fog)
    net()

def beam(at, to, radius, m):
    a, b = Vector(at), Vector(to); o = spin([(.25, 0), (radius, 1)], m, a, 64, quiet=True); o.visible_glossy = False
    o.scale = (1, 1, (b-a).length); o.rotation_euler = (b-a).to_track_quat('Z', 'Y').to_euler()

def haze(name, color, power):
    n = Nodes(name); f = n.t.nodes.new('ShaderNodeLayerWeight'); f.inputs[0].default_value = .5
    z = n.xyz(n.add('TexCoord', out=3))[2]
    k = n.m('MULTIPLY', n.m('POWER', n.m('SUBTRACT', 1, f.outputs['Facing']), 2.2), n.m('POWER', n.m('SUBTRACT', 1, z), 2.5))
    return n.done(n.add('AddShader', n.clear(), n.emission(color, n.m('MULTIPLY', k, power))))

def net(post=(.02, .018, .03), tape=(.9, .9, .92), z=lambda x: .88+.04*min(1, abs(x)/5)**1.3):
    n = 60; xs = [-4.98+9.96*i/n for i in range(n+1)]
    def band(h0, h1, m, y):
        v = [(x, y, h(x)) for h in (h0, h1) for x in xs]
        return mesh('band', v, [(i, i+1, n+2+i, n+1+i) for i in range(n)], m, smooth=True)
    band(lambda x: .03, lambda x: z(x)-.04, lattice('net', 'XZ', .042, .0042, (.012, .012, .016), 0), 0)
    t = Nodes('tape'); tp = t.done(t.principled(tape, .8, spec=.2, normal=t.bump(t.noise(420, 2), .25, .004)))
    for y in (-.009, .009): band(lambda x: z(x)-.055, z, tp, y)
    v = [(x, y, z(x)+(.006 if y == 0 else 0)) for y in (-.009, 0, .009) for x in xs]
    mesh('fold', v, [(r*(n+1)+i, r*(n+1)+i+1, (r+1)*(n+1)+i+1, (r+1)*(n+1)+i) for r in (0, 1) for i in range(n)], tp, smooth=True)
    box(0, -.012, .44, .05, .006, .87, tp); box(0, 0, .035, 9.9, .012, .02, tp)
    p = plain('post', post, .3, .8)
    for x in (-5.0, 5.0): rod((x, 0, 0), (x, 0, .96), .045, p, 32); spin([(.0001, .975), (.05, .97), (.05, .95)], p, (x, 0, 0))


# ---------------------------------------------------------------- turf blades, ball, racket
def blades(mat_, x0, x1, y0, y1, tile=.5, per=9000, tall=.011, wide=.0011):
    v, f = [], []; R = random.Random(3)
    for i in range(per):
        x, y, a = R.uniform(0, tile), R.uniform(0, tile), R.uniform(0, 6.283); h = tall*R.uniform(.6, 1.1); lean = tall*R.uniform(.1, .8)
        c, s = math.cos(a), math.sin(a); w = wide/2*R.uniform(.8, 1.2); b = R.uniform(0, 6.283); lx, ly = lean*math.cos(b), lean*math.sin(b); k = len(v)
        v += [(x-c*w, y-s*w, 0), (x+c*w, y+s*w, 0), (x-c*w*.8+lx*.35, y-s*w*.8+ly*.35, h*.65), (x+c*w*.8+lx*.35, y+s*w*.8+ly*.35, h*.65), (x+lx, y+ly, h)]
        f += [(k, k+1, k+3, k+2), (k+2, k+3, k+4)]
    d = bpy.data.meshes.new('blades'); d.from_pydata(v, [], f); d.update(); d.materials.append(mat_)
    nx, ny = math.ceil((x1-x0)/tile), math.ceil((y1-y0)/tile)
    for i in range(nx):
        for j in range(ny):
            o = bpy.data.objects.new('blades', d); sc.collection.objects.link(o); q = R.randrange(4); c = tile/2
            o.rotation_euler.z = q*math.pi/2
            ox, oy = [(0, 0), (tile, 0), (tile, tile), (0, tile)][q]
            o.location = (x0+i*tile+ox, y0+j*tile+oy, 0)

def ball(at, r=.0325, turn=(.5, .3, .2), fuzz=26000, color=(.60, .86, .02), lift=.0):
    seam = []
    for i in range(240):
        t = 2*math.pi*i/240
        seam.append(Vector((.75*math.cos(t)+.25*math.cos(3*t), .75*math.sin(t)-.25*math.sin(3*t), .866*math.sin(2*t))).normalized())
    def near(p): return min((p-q).length_squared for q in seam)**.5
    n = Nodes('felt'); a = n.add('Attribute', attribute_name='seam', out=2); c = n.mixc(a, color, (.80, .84, .72))
    base = n.add('BsdfDiffuse', c, 1); n.put(base.node.inputs['Normal'], n.bump(n.noise(1600, 3), .5, .0012))
    tr = n.add('BsdfTranslucent', c)
    felt = n.done(n.add('AddShader', n.mix(.25, base, tr), n.emission(c, .035)))
    g = bpy.data.meshes.new('ball'); v, f, k = [], [], []
    U, V = 96, 48
    for j in range(V+1):
        for i in range(U):
            th, ph = math.pi*j/V, 2*math.pi*i/U; p = Vector((math.sin(th)*math.cos(ph), math.sin(th)*math.sin(ph), math.cos(th))); d = near(p)
            s = max(0, min(1, (.075-d)/.02)); v.append(p*r*(.985-.02*s)); k.append(s)
    for j in range(V):
        for i in range(U): f.append((j*U+i, (j+1)*U+i, (j+1)*U+(i+1) % U, j*U+(i+1) % U))
    R = random.Random(5)
    for _ in range(fuzz):
        p = Vector((R.gauss(0, 1), R.gauss(0, 1), R.gauss(0, 1))).normalized()
        if near(p) < .065: continue
        t = Vector((R.gauss(0, 1), R.gauss(0, 1), R.gauss(0, 1))); d = (p+t*.45).normalized(); w = p.cross(t).normalized()*r*.0045; b = p*r*.98; L = r*R.uniform(.03, .075); q = len(v)
        v += [b-w, b+w, b+d*L]; f.append((q, q+1, q+2)); k += [0, 0, 0]
    g.from_pydata(v, [], f); g.update(); at_ = g.attributes.new('seam', 'FLOAT', 'POINT'); at_.data.foreach_set('value', k)
    for p in g.polygons: p.use_smooth = True
    o = bpy.data.objects.new('ball', g); sc.collection.objects.link(o); g.materials.append(felt)
    o.location = at; o.rotation_euler = turn; return o

def racket(at, rot, face=(.05, .02, .09), rim=(.58, .95, .03), grip=(.02, .018, .025)):
    """Teardrop padel racket lying in its own xy plane, handle toward -y, about 46 cm long."""
    root = bpy.data.objects.new('racket', None); sc.collection.objects.link(root); root.location = at; root.rotation_euler = rot
    def width(t): # half width along the head, t from throat (0) to tip (1)
        return .128*math.sin(math.pi*min(1, t**.78))**.62*(0.72+.28*t**.3) if 0 < t < 1 else 0
    L = .285; N = 90
    right = [(width(i/N), -.02+L*i/N) for i in range(1, N)]
    head = [(.020, -.06)]+[p for p in right if p[1] > .0 or p[0] > .02]+[(-x, y) for x, y in reversed(right) if y > .0 or x > .02]+[(-.020, -.06)]
    holes = [[(math.cos(a)*.0055+hx, math.sin(a)*.0055+hy) for a in (2*math.pi*i/18 for i in range(18))]
             for hy, hx in ((.075+.0215*r, (c-(.5 if r % 2 else 0))*.0235) for r in range(8) for c in range(-4, 6))
             if abs(hx) < width((hy+.02)/L)-.030 and hy < L-.055]
    heart = [(.0, .052), (.026, .046), (.030, .036), (.0, -.012), (-.030, .036), (-.026, .046)]
    def flat(shapes, thick, bevel, m, dz=0):
        c = bpy.data.curves.new('flat', 'CURVE'); c.dimensions = '2D'; c.fill_mode = 'BOTH'; c.extrude = thick; c.bevel_depth = bevel; c.bevel_resolution = 3
        for s in shapes:
            sp = c.splines.new('POLY'); sp.points.add(len(s)-1); sp.use_cyclic_u = True
            for p, q in zip(sp.points, s): p.co = (*q, 0, 1)
        o = bpy.data.objects.new('flat', c); c.materials.append(m); sc.collection.objects.link(o); o.parent = root; o.location.z = dz; return o
    n = Nodes('carbon'); tc = n.add('TexCoord', out=3); w = n.noise(700, 2, tc); s = n.xyz(tc)
    weave = n.m('GREATER_THAN', n.m('SINE', n.m('MULTIPLY', n.m('ADD', s[0], s[1]), 1500)), n.m('SINE', n.m('MULTIPLY', n.m('SUBTRACT', s[0], s[1]), 1500)))
    band = n.m('LESS_THAN', n.m('ABSOLUTE', n.m('SUBTRACT', n.m('ADD', s[1], n.m('MULTIPLY', s[0], .55)), .225)), .011)
    col = n.mixc(band, n.mixc(weave, face, (face[0]*1.7, face[1]*1.7, face[2]*1.7)), CLAY)
    fm = n.done(n.principled(col, .34, 0, coat=.6))
    flat([head, heart]+holes, .0165, .0015, fm)
    outline = [(x, y, 0) for x, y in right if y > .004 or x > .021]
    loop = [(.018, -.05, 0)]+outline+[(-x, y, 0) for x, y, _ in reversed(outline)]+[(-.018, -.05, 0)]
    o = tube(loop, .0125, plain('rim', rim, .3, coat=.8)); o.parent = root; o.scale.z = 1.6
    g = Nodes('grip'); s = g.xyz(g.add('TexCoord', out=3)); wrap = g.m('FRACT', g.m('MULTIPLY', g.m('ADD', s[2], g.m('MULTIPLY', s[0], .25)), 42))
    gm = g.done(g.principled(g.mixc(g.m('LESS_THAN', wrap, .08), grip, tuple(c*.3 for c in grip)), .75, normal=g.bump(g.m('MINIMUM', wrap, .2), .8, .004)))
    h = spin([(.0001, 0), (.0205, .001), (.0205, .02), (.0165, .03), (.0165, .125), (.018, .14), (.012, .155)], gm, (0, -.195, 0)); h.parent = root; h.rotation_euler.x = -math.pi/2
    return root


# ---------------------------------------------------------------- night surroundings
def night(horizon=(.12, .030, .23), zenith=(.004, .003, .018), glow_color=(.46, .11, .12), strength=1, look=(0, 1)):
    w = bpy.data.worlds.new('night'); sc.world = w; w.use_nodes = True; t = w.node_tree; bg = t.nodes['Background']
    n = Nodes.__new__(Nodes); n.t = t
    d = n.add('TexCoord', out=0); x, y, z = n.xyz(d)
    up = n.m('POWER', n.m('SUBTRACT', 1, n.m('MAXIMUM', z, 0)), 9)
    c = n.mixc(up, zenith, horizon)
    side = n.ramp(n.m('ADD', n.m('MULTIPLY', x, look[0]), n.m('MULTIPLY', y, look[1])), .45, 1)
    warm = n.m('MULTIPLY', n.m('POWER', n.m('SUBTRACT', 1, n.m('MAXIMUM', z, 0)), 26), side)
    c = n.mixc(warm, c, glow_color)
    cloud = n.noise(2.6, 5, n.add('VectorMath', d, (1, 1, 5), operation='MULTIPLY'))
    c = n.mixc(1.0, c, n.mixc(cloud, (.45, .45, .5), (1.5, 1.4, 1.5)), 'MULTIPLY')
    n.put(bg.inputs[0], c); bg.inputs[1].default_value = strength

def skyline(at=(0, 75), toward=(0, 1), spread=90, count=64, tall=(5, 19), seed=2, power=.9):
    n = Nodes('tower'); p = n.pos(); x, y, z = n.xyz(p)
    u = n.m('ADD', x, y); cell = n.add('CombineXYZ', n.m('FLOOR', n.m('DIVIDE', u, .7)), n.m('FLOOR', n.m('DIVIDE', z, 1.05)), n.m('FLOOR', n.m('DIVIDE', y, 40)))
    wn = n.t.nodes.new('ShaderNodeTexWhiteNoise'); n.put(wn.inputs[0], cell)
    frame = n.m('MULTIPLY', n.m('GREATER_THAN', n.m('FRACT', n.m('DIVIDE', u, .7)), .35), n.m('GREATER_THAN', n.m('FRACT', n.m('DIVIDE', z, 1.05)), .45))
    on = n.m('MULTIPLY', n.m('GREATER_THAN', wn.outputs[0], .93), frame)
    pick = n.m('FRACT', n.m('MULTIPLY', wn.outputs[0], 57))
    tint = n.mixc(n.m('GREATER_THAN', pick, .8), n.mixc(pick, (1, .34, .10), (1, .62, .28)), (.45, .28, 1))
    m = n.done(n.add('AddShader', n.emission(tint, n.m('MULTIPLY', on, n.m('MULTIPLY', n.m('MULTIPLY_ADD', pick, .9, .25), power))), n.emission((.085, .024, .16), n.m('MULTIPLY_ADD', n.m('POWER', n.ramp(z, 17, 0), 1.5), .85, .13))))
    R = random.Random(seed); dx, dy = toward
    for i in range(count):
        s, q = R.uniform(-spread, spread), R.uniform(0, 40); h = R.uniform(*tall); wd = R.uniform(5, 13)
        box(at[0]+dx*q+dy*s, at[1]+dy*q+dx*s, h/2, wd, wd, h, m, quiet=True)

def bokeh(count, xr, yr, zr, size, face=(0, -1, 0), seed=4, power=1.2, colors=(WARM, (1, .35, .12), (.5, .25, 1), (1, .8, .55), LIME), weights=(5, 4, 4, 3, 1)):
    """Soft out-of-focus lamps as translucent discs with a brighter rim."""
    R = random.Random(seed); mats = []
    for i, c in enumerate(colors):
        n = Nodes('bokeh%d' % i); o = n.xyz(n.add('TexCoord', out=3))
        r = n.m('SQRT', n.m('ADD', n.m('MULTIPLY', o[0], o[0]), n.m('MULTIPLY', o[1], o[1])))
        inside = n.m('MULTIPLY', n.m('SUBTRACT', 1, n.ramp(r, .92, 1)), n.m('MULTIPLY_ADD', n.ramp(r, .5, .95), .6, .4))
        mats.append(n.done(n.add('AddShader', n.clear(), n.emission(c, n.m('MULTIPLY', inside, n.m('MULTIPLY', n.add('ObjectInfo', out=5), power))))))
    disc = [(math.cos(2*math.pi*i/40), math.sin(2*math.pi*i/40), 0) for i in range(40)]
    q = Vector(face).to_track_quat('Z', 'Y').to_euler()
    for _ in range(count):
        o = mesh('bokeh', disc, [tuple(range(40))], R.choices(mats, weights)[0], (R.uniform(*xr), R.uniform(*yr), R.uniform(*zr)), quiet=True)
        s = R.uniform(*size); o.scale = (s, s, s); o.rotation_euler = q; o.visible_glossy = False

def ground_wet(color=(.018, .016, .026)):
    n = Nodes('yard'); a = n.noise(.55, 4); b = n.noise(38, 4)
    return n.done(n.principled(n.mixc(b, color, tuple(c*1.8 for c in color)), n.m('MULTIPLY_ADD', n.ramp(a, .25, .75), .26, .12), normal=n.bump(b, .06, .008)))


# ---------------------------------------------------------------- camera and render
def camera(at, to, lens=24, focus=None, fstop=8, roll=0, shift=(0, 0)):
    c = bpy.data.cameras.new('cam'); o = bpy.data.objects.new('cam', c); sc.collection.objects.link(o); sc.camera = o
    o.location = at; q = (Vector(to)-Vector(at)).to_track_quat('-Z', 'Y'); o.rotation_euler = q.to_euler()
    if roll: o.rotation_euler.rotate_axis('Z', math.radians(roll))
    c.lens = lens; c.clip_start = .005; c.shift_x, c.shift_y = shift; c.sensor_fit = 'HORIZONTAL'
    if focus is not None:
        c.dof.use_dof = True; c.dof.aperture_fstop = fstop; c.dof.aperture_blades = 0
        c.dof.focus_distance = focus if isinstance(focus, (int, float)) else (Vector(focus)-Vector(at)).dot((Vector(to)-Vector(at)).normalized())

def options():
    a = sys.argv[sys.argv.index('--')+1:]  # picture, width, height, samples, seed, output stem
    return a[0], int(a[1]), int(a[2]), int(a[3]), int(a[4]), a[5]

def shoot(width, height, samples, seed, stem, bounces=2):
    import os
    sc.render.engine = 'CYCLES'; c = sc.cycles; c.device = 'CPU'; c.samples = samples; c.seed = seed; c.use_denoising = False
    c.use_adaptive_sampling = True; c.adaptive_threshold = .02; c.adaptive_min_samples = 16
    c.max_bounces = 7; c.diffuse_bounces = bounces; c.glossy_bounces = 3; c.transmission_bounces = 6; c.transparent_max_bounces = 24
    c.sample_clamp_indirect = 2.5; c.sample_clamp_direct = 1.7; c.caustics_reflective = c.caustics_refractive = False; c.blur_glossy = .6
    c.filter_width = 1.6
    r = sc.render; r.resolution_x, r.resolution_y, r.resolution_percentage = width, height, 100; r.use_persistent_data = False
    vl = sc.view_layers[0]; vl.cycles.denoising_store_passes = True
    sc.use_nodes = True; t = sc.node_tree; t.nodes.clear(); rl = t.nodes.new('CompositorNodeRLayers'); f = t.nodes.new('CompositorNodeOutputFile')
    f.base_path = os.path.abspath(os.path.dirname(stem) or '.'); f.format.file_format = 'OPEN_EXR'; f.format.color_depth = '16'; f.format.exr_codec = 'ZIP'
    f.file_slots.clear(); name = os.path.basename(stem)
    for part, socket in (('rgb', 'Image'), ('alb', 'Denoising Albedo'), ('nrm', 'Denoising Normal')):
        f.file_slots.new(name+'-'+part+'-'); t.links.new(rl.outputs[socket], f.inputs[-1])
    t.links.new(rl.outputs['Image'], t.nodes.new('CompositorNodeComposite').inputs[0])
    sc.frame_current = seed; sc.render.use_file_extension = True
    bpy.ops.render.render()

"""From the raw half renders to a finished picture: remove noise, add lens glow, tone, grade, save as PNG.
Usage: denoise_and_grade.py STEM OUT.png [exposure] — reads STEM-{rgb,alb,nrm}-NNNN.exr written by scene_common.shoot (one file per seed)."""
import glob, os, sys
os.environ['OPENCV_IO_ENABLE_OPENEXR'] = '1'
import cv2, numpy as np

def load(stem, part):
    return [cv2.imread(p, cv2.IMREAD_UNCHANGED)[..., :3].astype(np.float32) for p in sorted(glob.glob(f'{stem}-{part}-*.exr'))]

def shifted(a, dy, dx):
    return cv2.warpAffine(a, np.float32([[1, 0, dx], [0, 1, dy]]), (a.shape[1], a.shape[0]), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT_101)

def clean(A, B, alb, nrm, radius=7, k=.55):
    """Two independent halves: each is averaged over like neighbours, and likeness is judged on the other half."""
    enc = lambda x: np.log1p(np.maximum(x, 0)*12)
    def despike(x, other):  # a bright dot that only one half has seen is chance, not light
        m = cv2.medianBlur(x, 5); return np.where((x > m*2.5+.08) & (x > other*2.5+.25), np.maximum(m, other), x)
    A, B = despike(A, B), despike(B, A)
    a, b = enc(A), enc(B)
    var = cv2.GaussianBlur((a-b)**2/2, (0, 0), 3)+2e-4
    f = np.concatenate([cv2.GaussianBlur(alb, (0, 0), .7)*3.2, cv2.GaussianBlur(nrm, (0, 0), .7)*1.6], 2)
    na = np.zeros_like(A); nb = np.zeros_like(A); wa = np.zeros(A.shape[:2], np.float32); wb = wa.copy()
    for dy in range(-radius, radius+1):
        for dx in range(-radius, radius+1):
            if dy*dy+dx*dx > radius*radius+1: continue
            vq = shifted(var, dy, dx); den = 1e-6+k*(var+vq)
            df = ((f-shifted(f, dy, dx))**2).sum(2); wf = np.exp(-df/.035)
            ws = []
            for g in (a, b):
                d = ((g-shifted(g, dy, dx))**2-(var+np.minimum(var, vq)))/den
                d = cv2.boxFilter(d.mean(2), -1, (5, 5)); ws.append(cv2.boxFilter(np.exp(-np.maximum(d, 0)), -1, (3, 3))*wf)
            ws_a, ws_b = ws[1], ws[0]
            na += shifted(a, dy, dx)*ws_a[..., None]; wa += ws_a
            nb += shifted(b, dy, dx)*ws_b[..., None]; wb += ws_b
    out = .5*(na/wa[..., None]+nb/wb[..., None])
    return np.expm1(out)/12

def finish(x, exposure=1, bloom=.34, sat=1.12, vignette=.38):
    h, w = x.shape[:2]; s = w/1920; x = x*exposure
    hot = np.minimum(np.maximum(x-.55, 0), 14); g = np.zeros_like(x)
    for sigma, k in ((3, .5), (10, .3), (34, .22), (110, .14)): g += k*cv2.GaussianBlur(hot, (0, 0), sigma*s)
    x = x+bloom*g
    y = (x*(2.51*x+.03))/(x*(2.43*x+.59)+.14)   # filmic curve
    y = np.clip(y, 0, 1)**(1/2.2)
    l = y@np.float32([.07, .72, .21]); y = l[..., None]+(y-l[..., None])*sat
    lift = np.float32([.050, .018, .030]); y = y+lift*(1-np.clip(y, 0, 1))**3          # violet in the shadows
    v, u = np.mgrid[-1:1:h*1j, -1:1:w*1j].astype(np.float32); r = u*u+v*v
    y *= (1-vignette*np.clip(r-.35, 0, 2)/1.65)[..., None]
    y += np.random.default_rng(1).normal(0, .0035, (h, w, 1))
    return (np.clip(y, 0, 1)*255+.5).astype(np.uint8)

if __name__ == '__main__':
    stem, out = sys.argv[1:3]; ex = float(sys.argv[3]) if len(sys.argv) > 3 else 1
    rgb = load(stem, 'rgb')
    if len(rgb) > 1 and '--raw' not in sys.argv:
        half = len(rgb)//2
        x = clean(np.mean(rgb[:half], 0), np.mean(rgb[half:], 0), np.mean(load(stem, 'alb'), 0), np.mean(load(stem, 'nrm'), 0))
    else: x = np.mean(rgb, 0)
    cv2.imwrite(out, finish(x, ex))

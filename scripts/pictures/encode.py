"""Encode finished PNGs (folder A) as AVIF and WebP in all widths plus pictures.json (folder B). Usage: encode.py A B"""
import base64, json, os, subprocess, sys, tempfile
import cv2

WIDTHS = {'hero': (480, 800, 1280, 1920), 'hero-tall': (480, 720, 1080), 'court-1': (480, 800, 1200), 'court-2': (480, 800, 1200), 'lounge': (480, 800, 1200),
          'bg-booking': (640, 1280, 1920), 'bg-contact': (640, 1280, 1920), 'bg-login': (640, 1280, 1920), 'bg-account': (640, 1280, 1920)}
RATIO = {'hero': (16, 9), 'hero-tall': (3, 4), 'court-1': (3, 2), 'court-2': (3, 2), 'lounge': (3, 2)}
src, dst = sys.argv[1:3]
os.makedirs(dst, exist_ok=True)
tmp = tempfile.mkdtemp()
run = lambda *a: subprocess.run(a, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

def scaled(im, w, h):
    return cv2.resize(im, (w, h), interpolation=cv2.INTER_AREA if w < im.shape[1] else cv2.INTER_CUBIC)

def webp(im, path, q):
    p = os.path.join(tmp, 'w.png'); cv2.imwrite(p, im); run('cwebp', '-q', str(q), '-m', '6', '-sharp_yuv', p, '-o', path)

info = {}
for name, widths in WIDTHS.items():
    im = cv2.imread(os.path.join(src, name+'.png'))
    if im is None: print('missing', name); continue
    rw, rh = RATIO.get(name, (3, 1)); big = widths[-1]
    for w in widths:
        small = scaled(im, w, round(w*rh/rw)); p = os.path.join(tmp, 'a.png'); cv2.imwrite(p, small)
        out = os.path.join(dst, f'{name}-{w}'); q = 17 if w <= 800 else 20
        run('avifenc', '-s', '4', '-j', '2', '-y', '420', '--min', str(q-4), '--max', str(q+6), '-a', 'end-usage=q', '-a', f'cq-level={q}', p, out+'.avif')
        webp(small, out+'.webp', 80 if w <= 800 else 76)
    tiny = scaled(cv2.GaussianBlur(im, (0, 0), im.shape[1]/40), 16, max(1, round(16*rh/rw))); p = os.path.join(tmp, 't.webp')
    for q in (40, 20, 5, 0):
        webp(tiny, p, q); raw = open(p, 'rb').read()
        if len(raw) < 130: break
    b, g, r = im.reshape(-1, 3).mean(0).round().astype(int)
    info[name] = {'width': big, 'height': round(big*rh/rw), 'widths': list(widths),
                  'placeholder': 'data:image/webp;base64,'+base64.b64encode(raw).decode(), 'color': f'#{r:02x}{g:02x}{b:02x}'}
    if name == 'hero':   # the link preview
        w, h = 1200, 630; og = scaled(im, w, round(w*9/16)); y = (og.shape[0]-h)//2
        cv2.imwrite(os.path.join(dst, 'og.jpg'), og[y:y+h], [cv2.IMWRITE_JPEG_QUALITY, 84, cv2.IMWRITE_JPEG_OPTIMIZE, 1, cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
json.dump(info, open(os.path.join(dst, 'pictures.json'), 'w'), indent=1)

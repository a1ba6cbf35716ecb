import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { withoutMovedClock } from './faketime-environment.ts';
import { findFreePort } from './find-free-port.ts';
import type { BrowserTab } from './firefox.ts';
import { neighbourFolder, startNeighbour } from './neighbour.ts';
import { waitUntil } from './wait-until.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests read few of the protocol's many fields
type Json = any;

const WATCH = '/watch-of-the-tests';

/** Runs in each page before its own code, and sends what the page throws or logs as an error. */
function reportErrors(path: string): void {
  const report = (...parts: unknown[]) => navigator.sendBeacon(path, parts.map(String).join(' '));
  window.addEventListener(
    'error',
    ({ message, error, target }) =>
      report(message ?? 'not loaded:', error?.stack ?? (target as HTMLElement | null)?.outerHTML),
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => report('unhandled rejection:', reason));
  window.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
    report('refused by the policy', violatedDirective, blockedURI),
  );
  const { error } = console;
  console.error = (...parts) => {
    report(...parts);
    error(...parts);
  };
}

/**
 * A loopback address in front of a club. WebKit's driver tells nothing of a page's errors and runs no script before a
 * page's own, so the address puts one into each page: `script`, the source of a function, and a watch for errors.
 */
export function startWatchedAddress(script: string) {
  const errors: string[] = [];
  let clubUrl = '';
  const source = `(${reportErrors})(${JSON.stringify(WATCH)});\n(${script})();`;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === WATCH) {
        if (request.method === 'POST') errors.push(await request.text());
        return new Response(source, { headers: { 'content-type': 'text/javascript' } });
      }
      const headers = new Headers(request.headers);
      headers.set('accept-encoding', 'identity');
      const { method, body, signal } = request;
      const answer = await fetch(clubUrl + pathname + search, {
        method,
        headers,
        body,
        signal,
        redirect: 'manual',
      });
      if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
      const page = (await answer.text()).replace('<head>', `<head><script src="${WATCH}"></script>`);
      const { status } = answer;
      const shown = new Response(page, { status, headers: answer.headers });
      shown.headers.delete('content-length');
      return shown;
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    errors,
    /** Puts a club behind the address. */
    leadTo(url: string): void {
      clubUrl = url;
    },
    stop: () => server.stop(true),
  };
}

/** Starts a screen that nobody sees, on which each tab is a browser of its own, as Debian builds WebKitGTK. */
export async function startWebkit() {
  const folder = neighbourFolder();
  // A page that is asked to move less is still sooner.
  folder.write('.config/gtk-3.0/settings.ini', '[Settings]\ngtk-enable-animations=false\n');
  const number = folder.write('display', '');
  const screen = await startNeighbour(
    ['sh', '-c', 'exec Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp 3> "$0"', number],
    async () => readFileSync(number, 'utf8').endsWith('\n'),
  );
  const env = {
    ...withoutMovedClock(process.env),
    DISPLAY: `:${readFileSync(number, 'utf8').trim()}`,
    GDK_BACKEND: 'x11',
    GSETTINGS_BACKEND: 'memory',
    HOME: folder.path,
    XDG_CONFIG_HOME: join(folder.path, '.config'),
    LANG: 'C.UTF-8',
    NO_AT_BRIDGE: '1',
  };
  const [binary] = new Glob('/usr/lib/*/webkit2gtk-4.1/MiniBrowser').scanSync('/');
  const args = ['--automation', '--javascript-can-open-windows-automatically=true'];
  // A field that a file is put into may be about to come.
  const capabilities = { timeouts: { implicit: 30_000 }, 'webkitgtk:browserOptions': { binary, args } };
  const closers: (() => Promise<void>)[] = [];

  return {
    /** Opens a browser; `errors` are those of the address that its pages come from. */
    async openTab(errors: string[]): Promise<BrowserTab> {
      const driverUrl = `http://127.0.0.1:${await findFreePort()}`;
      const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json): Promise<Json> => {
        const answer = await fetch(driverUrl + path, {
          method,
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        });
        const { value } = (await answer.json()) as Json;
        if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
        return value;
      };
      const driver = await startNeighbour(
        ['WebKitWebDriver', `--port=${new URL(driverUrl).port}`],
        async () => (await send('GET', '/status')).ready,
        { env },
      );
      closers.push(driver.stop);
      const { sessionId } = await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
      const session = `/session/${sessionId}`;
      closers.push(() => send('DELETE', session));
      const post = (command: string, body: Json = {}): Promise<Json> =>
        send('POST', `${session}/${command}`, body);
      // A window with a tool bar is never as narrow as a phone; one that a page opens has none.
      const [first] = await send('GET', `${session}/window/handles`);
      await post('execute/sync', {
        script: 'open("about:blank", "", "noopener,popup,width=360,height=800")',
        args: [],
      });
      const narrow = await waitUntil(async () =>
        (await send('GET', `${session}/window/handles`)).find((one: string) => one !== first),
      );
      await post('window', { handle: narrow });
      const act = (type: 'pointer' | 'key', actions: Json[]) =>
        post('actions', { actions: [{ type, id: type, actions }] });
      return {
        errors,
        go: (url) => post('url', { url }),
        async call(work, argument) {
          const script = `const done = arguments[1];
            (async () => (${work})(JSON.parse(arguments[0])))().then(
              (result) => done({ result: JSON.stringify(result ?? null) }),
              (error) => done({ error: String(error) }),
            );`;
          const { result, error } = await post('execute/async', {
            script,
            args: [JSON.stringify(argument ?? null)],
          });
          if (error) throw new Error(error);
          return JSON.parse(result);
        },
        click: (x, y) =>
          act('pointer', [
            { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ]),
        type: (text) =>
          act(
            'key',
            [...text].flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          ),
        resize: (size) => post('window/rect', { x: 0, y: 0, ...size }),
        picture: async () => Buffer.from(await send('GET', `${session}/screenshot`), 'base64'),
        async attach(css, path) {
          const found = await post('element', { using: 'css selector', value: css });
          await post(`element/${Object.values(found)[0]}/value`, { text: path });
        },
      };
    },
    async stop() {
      for (const close of closers.reverse()) await close().catch(() => {});
      await screen.stop();
      folder.remove();
    },
  };
}

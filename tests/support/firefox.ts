import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutMovedClock } from './faketime-environment.ts';
import { neighbourFolder, startNeighbour } from './neighbour.ts';

/** What a visitor has of a browser: addresses, a screen, a mouse, a keyboard and files. */
export interface BrowserTab {
  go(url: string): Promise<unknown>;
  /** Calls a function in the page with one argument; both argument and result are JSON. */
  call<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  click(x: number, y: number): Promise<unknown>;
  type(text: string): Promise<unknown>;
  resize(size: { width: number; height: number }): Promise<unknown>;
  picture(): Promise<Uint8Array>;
  attach(css: string, path: string): Promise<unknown>;
  /** What the page threw or logged as an error. */
  errors: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the tests read few of the protocol's many fields
type Json = any;

/**
 * Starts Debian's Firefox without a window and controls it through WebDriver BiDi. Each tab has its own cookies, and
 * runs `script`, the source of a function, before each page's code.
 */
export async function startFirefox(script: string) {
  const folder = neighbourFolder();
  const profile = join(folder.path, 'profile');
  mkdirSync(profile);
  // Overlay scroll bars, as on phones; there is no mouse without a window, so pointer capabilities are set.
  const preferences = {
    'ui.prefersReducedMotion': 1,
    'ui.useOverlayScrollbars': 1,
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  folder.write('profile/user.js', lines.join(''));
  let address = '';
  const program = await startNeighbour(
    ['firefox-esr', '--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    async () => {
      const { ws_host, ws_port } = JSON.parse(
        readFileSync(join(profile, 'WebDriverBiDiServer.json'), 'utf8'),
      );
      address = `ws://${ws_host}:${ws_port}/session`;
      return true;
    },
    { env: { ...withoutMovedClock(process.env), HOME: folder.path } },
  );

  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve(result: Json): void; reject(error: Error): void }>();
  const errors = new Map<string, string[]>();
  let sent = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, method, params, result, error, message } = JSON.parse(String(data)) as Json;
    if (method === 'log.entryAdded' && params.level === 'error')
      errors.get(params.source.context)?.push(params.text);
    const command = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') command?.reject(new Error(`${error}: ${message}`));
    else command?.resolve(result);
  };
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = (method: string, params: Json): Promise<Json> =>
    new Promise((resolve, reject) => {
      sent += 1;
      waiting.set(sent, { resolve, reject });
      socket.send(JSON.stringify({ id: sent, method, params }));
    });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  await send('script.addPreloadScript', { functionDeclaration: script });

  return {
    async openTab(): Promise<BrowserTab> {
      const { userContext } = await send('browser.createUserContext', {});
      const { context } = await send('browsingContext.create', { type: 'window', userContext });
      const own: string[] = [];
      errors.set(context, own);
      const act = (type: 'pointer' | 'key', actions: Json[]) =>
        send('input.performActions', { context, actions: [{ type, id: type, actions }] });
      return {
        errors: own,
        go: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
        async call(work, argument) {
          const { type, result, exceptionDetails } = await send('script.callFunction', {
            functionDeclaration: `async (json) => JSON.stringify((await (${work})(JSON.parse(json))) ?? null)`,
            arguments: [{ type: 'string', value: JSON.stringify(argument ?? null) }],
            target: { context },
            awaitPromise: true,
          });
          if (type === 'exception') throw new Error(exceptionDetails.text);
          return JSON.parse(result.value);
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
        resize: (viewport) => send('browsingContext.setViewport', { context, viewport }),
        async picture() {
          const { data } = await send('browsingContext.captureScreenshot', { context });
          return Buffer.from(data, 'base64');
        },
        async attach(css, path) {
          const locator = { type: 'css', value: css };
          const { nodes } = await send('browsingContext.locateNodes', { context, locator });
          const element = { sharedId: nodes[0].sharedId };
          await send('input.setFiles', { context, element, files: [path] });
        },
      };
    },
    async stop() {
      socket.close();
      await program.stop();
      folder.remove();
    },
  };
}

/** A visitor of the club in any browser, who reads, presses and types what the pages show. */
import { expect } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESKTOP, PHONE } from './browser-pages-and-waits.ts';
import type { BrowserTab } from './firefox.ts';
import { waitUntil } from './wait-until.ts';

/** A browser that draws in software on a busy machine is slow. */
const PATIENCE_SECONDS = 120;
const ARTEFACTS = join(import.meta.dir, '../artefacts');

interface Target {
  css: string;
  /** The whole name that a visitor reads or hears, as a regular expression. */
  name: string;
}

/**
 * The middle of what a visitor can press, brought into the window; null while it moves or something lies over it. Runs
 * in the page.
 */
async function findTarget({ css, name }: Target): Promise<{ x: number; y: number } | null> {
  const pattern = new RegExp(`^(?:${name})$`, 's');
  const dialogs = document.querySelectorAll('dialog:modal');
  const within = dialogs[dialogs.length - 1] ?? document;
  const nameOf = (element: HTMLInputElement) =>
    // biome-ignore lint/performance/useDomNodeTextContent: a visitor reads what is shown
    element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).innerText;
  const found = [...within.querySelectorAll<HTMLInputElement>(css)].find(
    (element) => element.checkVisibility() && pattern.test(nameOf(element).replace(/\s+/g, ' ').trim()),
  );
  if (!found || found.disabled) return null;
  // A hidden box of a form is pressed on its label.
  const pressed = (/^(radio|checkbox)$/.test(found.type) && found.labels?.[0]) || found;
  const middle = () => {
    const { left, top, width, height } = pressed.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isFree = ({ x, y }: { x: number; y: number }) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (pressed.contains(hit) || hit.contains(pressed));
  };
  if (!isFree(middle())) pressed.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y } = middle();
  for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame);
  const isStill = middle().x === x && middle().y === y;
  return isStill && isFree({ x, y }) ? { x, y } : null;
}

// biome-ignore lint/performance/useDomNodeTextContent: a visitor reads what is shown
const readText = () => (document.body.innerText ?? '').replace(/\s+/g, ' ');

function isInWindow({ css, text }: { css: string; text: string }): boolean {
  return [...document.querySelectorAll(css)].some((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return element.textContent?.includes(text) && top >= 0 && bottom <= innerHeight;
  });
}

export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

/** Opens a path of the club in a tab of the browser, whose name is in the names of the pictures. */
export async function openVisitor(
  tab: BrowserTab,
  {
    browserName,
    clubUrl,
    path,
    size = PHONE,
  }: { browserName: string; clubUrl: string; path: string; size?: typeof PHONE },
) {
  // A page that is being left has no text.
  const read = () => tab.call(readText, null).catch(() => '');
  const until = <T>(check: () => T | Promise<T>) => waitUntil(check, PATIENCE_SECONDS);
  let looks = 0;
  const visitor = {
    async go(to: string) {
      await tab.go(to.startsWith('http') ? to : clubUrl + to);
      await until(() =>
        tab.call(() => document.querySelector('section[aria-label^="Notification"]') !== null, null),
      );
    },
    see: (text: string) =>
      until(async () => (await read()).includes(text)).catch(async () => {
        throw new Error(`“${text}” is not in: ${await read()}`);
      }),
    /** Waits until the page itself has brought a result into the window. */
    meet: (css: string, text: string) =>
      until(() => tab.call(isInWindow, { css, text }).catch(() => false)).catch(async () => {
        throw new Error(`“${text}” is not in the window of: ${await read()}`);
      }),
    /** Waits until a control stands still in the window with nothing over it, and returns its middle. */
    find: (css: string, name = '.*') =>
      until(() => tab.call(findTarget, { css, name }).catch(() => null)).catch(async () => {
        throw new Error(`nobody can press ${css} “${name}” in: ${await read()}`);
      }),
    async press(css: string, name?: string) {
      const { x, y } = await visitor.find(css, name);
      await tab.click(x, y);
    },
    async type(name: string, text: string) {
      await visitor.press('input, textarea', `${name}( \\*)?`);
      await tab.type(text);
    },
    attach: (css: string, path: string) => tab.attach(css, path),
    /** Keeps a picture at both sizes, its own first; neither scrolls sideways. */
    async look(name: string) {
      looks += 1;
      const step = `${String(looks).padStart(2, '0')}-${name}`;
      for (const at of size === PHONE ? [PHONE, DESKTOP] : [DESKTOP, PHONE]) {
        await tab.resize(at);
        const overflow = () => document.documentElement.scrollWidth - innerWidth;
        await until(() => tab.call((width) => innerWidth === width, at.width));
        expect([step, at.width, (await tab.call(overflow, null)) <= 0]).toEqual([step, at.width, true]);
        if (process.env.SCREENSHOTS !== '1') continue;
        await Bun.sleep(400);
        mkdirSync(ARTEFACTS, { recursive: true });
        writeFileSync(join(ARTEFACTS, `${step}-${at.width}-${browserName}.png`), await tab.picture());
      }
      await tab.resize(size);
    },
  };
  await tab.resize(size);
  await visitor.go(path);
  return visitor;
}

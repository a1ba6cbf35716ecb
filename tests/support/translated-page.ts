import { expect } from 'bun:test';
import type { Page } from 'playwright';

/** Marks a translated text, invisible to Playwright and readers. */
const MARK = '\u200b';

/**
 * Translates each page the way Chrome does: after each change, `<font>` elements replace texts, adjacent ones
 * together.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    const isKept = (text: Node) =>
      text.parentElement?.closest('font, script, style, noscript, textarea, [translate="no"], .notranslate');
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.isConnected || !text.data.trim() || isKept(text)) continue;
        const run = [text];
        for (let at = text.nextSibling; at; at = at.nextSibling) {
          if (at instanceof Text) run.push(at);
          else if (!(at instanceof Comment)) break;
        }
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = mark + run.map(({ data }) => data).join('');
        outer.append(inner);
        text.replaceWith(outer);
        for (const other of run.slice(1)) other.remove();
      }
    };
    const start = () => {
      const observer = new MutationObserver(() => {
        translate();
        observer.takeRecords();
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      translate();
    };
    document.addEventListener('DOMContentLoaded', start);
  }, MARK);
}

/** Makes each text half as long again, as a translation may, except what stays as it is: numbers and addresses. */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    const lengthen = (word: string) =>
      /\p{L}/u.test(word) && !/[@+]/.test(word)
        ? word + word.slice(0, Math.ceil(word.length / 2)).toLowerCase()
        : word;
    const lengthenAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (!text.data.trim() || text.data.includes(mark)) continue;
        if (text.parentElement?.closest('script, style, noscript, textarea, [translate="no"]')) continue;
        text.data = mark + text.data.split(/(\s+)/).map(lengthen).join('');
      }
    };
    document.addEventListener('hydrated', () => {
      lengthenAll();
      new MutationObserver(lengthenAll).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  }, MARK);
}

/** Expects the page to show, translated, exactly the texts that React last gave it. */
export async function expectCurrentTexts(page: Page): Promise<void> {
  const texts = () =>
    page.evaluate((mark) => {
      interface Fiber {
        tag: number;
        memoizedProps: unknown;
        child: Fiber | null;
        sibling: Fiber | null;
        stateNode: Element & { current: Fiber; containerInfo: Element };
      }
      const [HOST_ROOT, PORTAL, HOST, TEXT] = [3, 4, 5, 6];
      /** What portals put into elements elsewhere. */
      const portals = new Map<Element, string>();
      const given = (fiber: Fiber): string => {
        if (fiber.tag === PORTAL) {
          portals.set(fiber.stateNode.containerInfo, childTexts(fiber));
          return '';
        }
        if (fiber.tag === TEXT) return String(fiber.memoizedProps);
        if (fiber.tag === HOST) {
          const { children, dangerouslySetInnerHTML } = fiber.memoizedProps as Record<string, unknown>;
          if (dangerouslySetInnerHTML) return fiber.stateNode.textContent ?? '';
          if (typeof children === 'string' || typeof children === 'number') return String(children);
        }
        return childTexts(fiber);
      };
      const childTexts = (fiber: Fiber): string => {
        let text = '';
        for (let child = fiber.child; child; child = child.sibling) text += given(child);
        return text + (portals.get(fiber.stateNode) ?? '');
      };
      const root = document.getElementById('root') as unknown as Record<string, Fiber>;
      const [key = ''] = Object.keys(root).filter((name) => name.startsWith('__reactContainer'));
      const top = root[key];
      if (top?.tag !== HOST_ROOT) throw new Error('the page has no React');
      const clean = (text: string) => text.replaceAll(mark, '');
      // They move into whatever dialog is on top, away from where React has them.
      const withoutToasts = (element: Element) => {
        const copy = element.cloneNode(true) as Element;
        for (const toasts of copy.querySelectorAll('[data-sonner-toaster]')) toasts.remove();
        return copy;
      };
      // The first pass finds the portals.
      given(top.stateNode.current);
      return {
        given: clean(given(top.stateNode.current)),
        shown: clean(withoutToasts(root as unknown as Element).textContent ?? ''),
        translated: document.querySelectorAll('font font').length,
      };
    }, MARK);
  const { given, shown, translated } = await texts();
  expect(shown).toBe(given);
  expect(translated).toBeGreaterThan(5);
}

/** The element that a translating browser put in place of a text, and the texts it stands for. */
const standIns = new WeakMap<Node, Element>();
const textsOf = new WeakMap<Element, Text[]>();
/** Texts that the page itself removed. */
const removed = new WeakSet<Node>();

const { appendChild, insertBefore, removeChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;

/**
 * A browser that translates the page replaces its texts with `<font>` elements. React keeps working with the texts it
 * knows: removing one throws, and a new price goes where nobody sees it. So this puts such a text back before React
 * touches it, and the browser translates it again. A text that is alone in its element needs none of this, because
 * React then replaces the element's whole content.
 */
export function keepTranslatedTextCurrent(): void {
  const observer = new MutationObserver(noteStandIns);
  observer.observe(document.body, { childList: true, subtree: true });
  const putBack = (text: Node) => {
    noteStandIns(observer.takeRecords());
    replaceStandIn(text);
  };

  Node.prototype.appendChild = function <T extends Node>(node: T): T {
    if (standIns.has(node)) putBack(node);
    return appendChild.call(this, node) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    if (standIns.has(node)) putBack(node);
    if (before && before.parentNode !== this) putBack(before);
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(node: T): T {
    if (node.parentNode !== this) putBack(node);
    // Anything already gone need not be removed.
    if (node.parentNode !== this) return node;
    removed.add(node);
    return removeChild.call(this, node) as T;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (!this.parentNode || isFont(this.parentNode)) putBack(this);
      nodeValue.set?.call(this, value);
    },
  });
}

function noteStandIns(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode === target || removed.has(text)) continue;
      const near = [...addedNodes, previousSibling, nextSibling].filter(isFont);
      // Adjacent texts may share one translation.
      const font = near.find((one) => !textsOf.has(one)) ?? near[0];
      if (!font) continue;
      standIns.set(text, font);
      textsOf.set(font, [...(textsOf.get(font) ?? []), text]);
    }
  }
}

function replaceStandIn(text: Node): void {
  const font = standIns.get(text);
  if (!font) return;
  for (const one of textsOf.get(font) ?? []) {
    standIns.delete(one);
    if (font.parentNode) insertBefore.call(font.parentNode, one, font);
  }
  textsOf.delete(font);
  if (font.parentNode) removeChild.call(font.parentNode, font);
}

function isFont(node: Node | null): node is Element {
  return node?.nodeName === 'FONT';
}

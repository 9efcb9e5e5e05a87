import type { BrowserContext } from 'playwright-core';

/** How translators change a page: Chrome's replaces each text node by elements, others rewrite its text. */
export type Translator = 'replaces' | 'rewrites';

/** Runs in the page before anything of its own: translates every text, and each that comes later. */
const translate = (kind: Translator) => {
  /** Stands in translated text and is not seen. */
  const MARK = '\u200b';
  const skipped = 'script, style, noscript, textarea, title, svg, [data-translated]';
  const change = (node: Text) => {
    if (node.data === '' || !node.isConnected || node.parentElement?.closest(skipped)) return;
    if (kind === 'rewrites') {
      if (!node.data.startsWith(MARK)) node.data = MARK + node.data;
      return;
    }
    const outer = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
    outer.dataset['translated'] = '';
    const inner = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const walk = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(change);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Text) change(target);
      addedNodes.forEach(walk);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
};

/** Has the browser translate every page of a context. */
export const translatePages = async (context: BrowserContext, kind: Translator): Promise<void> => {
  await context.addInitScript(translate, kind);
};

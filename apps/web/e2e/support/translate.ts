import type { BrowserContext } from 'playwright-core';

/** How translators change a page: Chrome replaces text nodes with elements, others rewrite their text. */
export type Translator = 'replaces' | 'rewrites';

/** Runs in the page before its own scripts. Translates all current and future text. */
const translate = (kind: Translator) => {
  /** Marks translated text; invisible. */
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

/** Translates every page of a context. */
export const translatePages = async (context: BrowserContext, kind: Translator): Promise<void> => {
  await context.addInitScript(translate, kind);
};

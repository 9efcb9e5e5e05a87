import type { Locator } from 'playwright-core';

/** Returns the words, between spaces, that stand on several lines of an element. */
export const brokenWords = (place: Locator): Promise<string[]> =>
  place.evaluate((node) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      for (const { 0: word, index } of (text as Text).data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    return found;
  });

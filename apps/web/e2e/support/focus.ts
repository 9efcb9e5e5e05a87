import type { Page } from 'playwright-core';

/**
 * Returns the problems of the focused element, or null if nothing in the page has the focus. Waits until the element
 * has scrolled into view and its focus style is drawn.
 */
const troubleHere = (page: Page): Promise<{ name: string; wrong: string[] } | null> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const { clientWidth, clientHeight } = document.documentElement;
    const wrong: string[] = [];
    const hasRing = (one: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // a field's ring is on its frame, and a picker's ring comes from the input that covers it
    const beside = element.matches('input, textarea') ? [...(element.parentElement?.children ?? [])] : [];
    const around = [element, element.parentElement, element.parentElement?.parentElement, ...beside];
    const ring = around.find((one): one is Element => one !== null && one !== undefined && hasRing(one));
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (!ring) wrong.push('no ring');
    else {
      const style = getComputedStyle(ring);
      const reach = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth) - 1;
      const inner = ring.getBoundingClientRect();
      for (let at = ring.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        const sideways = inner.left - reach < frame.left || inner.right + reach > frame.right;
        const upright = inner.top - reach < frame.top || inner.bottom + reach > frame.bottom;
        // focusing scrolls cut-off parts of a scrollable row into view
        if (/hidden|clip/.test(overflowX) && sideways) wrong.push('ring cut at a side');
        if (/hidden|clip/.test(overflowY) && upright) wrong.push('ring cut above or below');
        if (/auto|scroll/.test(overflowX) && at.scrollWidth <= at.clientWidth && sideways)
          wrong.push('ring cut at a side');
      }
      if (inner.left - reach < 0 || inner.right + reach > clientWidth)
        if (!ring.closest('.overflow-x-auto')) wrong.push('ring beside the screen');
    }
    // (WCAG 2.2, 2.4.11) other elements may cover only part of it
    const within = (low: number, high: number, end: number, share: number) => {
      const [from, to] = [Math.max(low, 0), Math.min(high, end)];
      return from + (to - from) * share;
    };
    const reached = [0.2, 0.5, 0.8].some((share) => {
      const shown = document.elementFromPoint(
        within(left, right, clientWidth, 0.5),
        within(top, bottom, clientHeight, share),
      );
      if (!shown) return false;
      return (
        element.contains(shown) || shown.contains(element) || shown.closest('label')?.control === element
      );
    });
    if (!reached || bottom < 1 || top > clientHeight - 1) wrong.push('hidden');
    // (WCAG 2.2, 2.5.8) its own size, its enlarged target area, or a larger link to the same page
    const grown = getComputedStyle(element, '::after').position === 'absolute';
    const href = element.getAttribute('href');
    const twin = [...document.querySelectorAll(`a[href="${CSS.escape(href ?? '')}"]`)];
    const large = (one: Element) => one.getBoundingClientRect().height >= 24;
    if (
      Math.min(width, height) < 23.5 &&
      width > 1 &&
      !grown &&
      !twin.some(large) &&
      !element.matches('input')
    )
      wrong.push(`${Math.round(width)} by ${Math.round(height)} px`);
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
    return { name: `${element.tagName} ${name ?? ''}`, wrong };
  });

/**
 * Moves through a screen with Tab, or backwards with Shift+Tab.
 * @returns the number of focused elements, and their problems: missing or cut ring, covered, too small
 */
export async function focusTroubles(
  page: Page,
  stops: number,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<{ seen: number; troubles: string[] }> {
  const troubles: string[] = [];
  let seen = 0;
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press(key);
    let here = await troubleHere(page);
    // a slow machine draws the effects of scrolling, such as the header's new size, some frames later
    for (let tries = 0; here !== null && here.wrong.length > 0 && tries < 20; tries += 1) {
      await page.waitForTimeout(100);
      here = await troubleHere(page);
    }
    if (here === null) continue;
    seen += 1;
    if (here.wrong.length > 0) troubles.push(`${here.name}: ${here.wrong.join(', ')}`);
  }
  return { seen, troubles };
}

import type { Page } from 'playwright-core';

/**
 * Finds text that does not fit: cut off, narrower than two letters, outside its box, or overlapping other text or
 * an icon; and overlapping controls. Compares only elements in the same layer.
 * @returns one line per problem, at most 12
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Item {
      /** The text, or the control. */
      element: Element;
      text: string;
      box: DOMRect;
      layer: Element;
      /** Intentionally positioned over other content. */
      floats: boolean;
    }
    const SLACK = 2;
    const found: string[] = [];
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const ancestors = (element: Element): Element[] => {
      const all: Element[] = [];
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) all.push(at);
      return all;
    };
    const isShown = (element: Element): boolean => {
      if (element.closest('[inert], [hidden], option, noscript, script, style')) return false;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      return !ancestors(element).some((at) => {
        const { position, clipPath, width, height } = styleOf(at);
        return position === 'absolute' && clipPath !== 'none' && width === '1px' && height === '1px';
      });
    };
    const placeOf = (element: Element): { layer: Element; floats: boolean } => {
      let floats = false;
      for (const at of ancestors(element)) {
        const { position } = styleOf(at);
        if (position === 'fixed' || position === 'sticky') return { layer: at, floats };
        floats ||= position === 'absolute';
      }
      return { layer: document.body, floats };
    };
    const describe = (element: Element, text: string, box: DOMRect): string =>
      `"${text.slice(0, 30)}" at ${[box.left, box.top, box.width, box.height].map(Math.round).join(' ')} in ${element.outerHTML.slice(0, 110)}`;
    const isClamped = (at: Element): boolean => {
      const style = styleOf(at);
      return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    };
    const isDrawn = (at: Element): boolean => {
      const { backgroundColor, borderTopWidth, display } = styleOf(at);
      if (display === 'inline') return false;
      const clear = /^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(backgroundColor);
      return !clear || borderTopWidth !== '0px';
    };

    const items: Item[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || !isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const place = placeOf(element);
      const em = Number.parseFloat(styleOf(element).fontSize);
      for (const line of range.getClientRects()) {
        if (line.width < 1) continue;
        let box = line;
        let hides = false;
        for (const at of ancestors(element)) {
          const { overflowX, overflowY, position } = styleOf(at);
          const frame = at.getBoundingClientRect();
          if (overflowX !== 'visible' || overflowY !== 'visible') {
            const left = Math.max(box.left, frame.left);
            const top = Math.max(box.top, frame.top);
            const seen = new DOMRect(
              left,
              top,
              Math.max(0, Math.min(box.right, frame.right) - left),
              Math.max(0, Math.min(box.bottom, frame.bottom) - top),
            );
            const lost = box.width - seen.width > SLACK || box.height - seen.height > em / 4;
            const scrolls = /auto|scroll/.test(`${overflowX} ${overflowY}`);
            // below the end of a folded text, or on another slide
            const folded = /hidden|clip/.test(overflowY) && styleOf(at).maxHeight !== 'none';
            const slid = ancestors(element).some((one) => styleOf(one).transform !== 'none');
            if (lost && isClamped(at)) {
              if (seen.width < em * 1.5 && seen.height > 1)
                found.push(`squeezed: ${describe(at, text, seen)}`);
            } else if (lost && !scrolls && !folded && !slid)
              found.push(`cut: ${describe(element, text, line)} by ${at.outerHTML.slice(0, 80)}`);
            if (seen.width < 1 || seen.height < 1) hides = true;
            box = seen;
          }
          if (position === 'fixed') break;
        }
        if (hides) continue;
        items.push({ element, text, box, ...place });
        const drawn = ancestors(element).find(isDrawn);
        const frame = drawn?.getBoundingClientRect();
        if (
          drawn &&
          frame &&
          (box.left < frame.left - SLACK ||
            box.right > frame.right + SLACK ||
            box.top < frame.top - em / 4 ||
            box.bottom > frame.bottom + em / 4)
        )
          found.push(`outside its box: ${describe(element, text, box)} of ${drawn.outerHTML.slice(0, 80)}`);
      }
    }
    for (const icon of document.querySelectorAll('svg')) {
      const box = icon.getBoundingClientRect();
      if (box.width > 1 && box.width < 64 && isShown(icon))
        items.push({ element: icon, text: 'icon', box, ...placeOf(icon) });
    }

    const covers = (one: DOMRect, other: DOMRect, share: number): boolean => {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return width > SLACK && height > Math.max(SLACK, share * Math.min(one.height, other.height));
    };
    items.forEach((one, index) => {
      if (one.floats) return;
      for (const other of items.slice(index + 1)) {
        if (other.floats || other.layer !== one.layer || other.element === one.element) continue;
        if (covers(one.box, other.box, 0.3))
          found.push(
            `over each other: ${describe(one.element, one.text, one.box)} and ${describe(other.element, other.text, other.box)}`,
          );
      }
    });

    /** The part that is in view of the parts that scroll. */
    const seenOf = (element: Element): DOMRect => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (const at of ancestors(element).slice(1)) {
        if (!/auto|scroll/.test(styleOf(at).overflowY)) continue;
        const frame = at.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const controls = [...document.querySelectorAll('a, button, input, textarea, select')]
      .filter((element) => isShown(element) && styleOf(element).display !== 'inline')
      .map((element) => ({ element, box: seenOf(element), ...placeOf(element) }))
      .filter(({ box, floats }) => box.width > 1 && box.height > 1 && !floats);
    controls.forEach((one, index) => {
      for (const other of controls.slice(index + 1)) {
        if (other.layer !== one.layer) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        if (covers(one.box, other.box, 0.25))
          found.push(
            `controls over each other: ${describe(one.element, '', one.box)} and ${describe(other.element, '', other.box)}`,
          );
      }
    });
    return found.slice(0, 12);
  });

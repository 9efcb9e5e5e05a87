import type { BrowserContext, Page } from 'playwright-core';

/** Marks what `Intl` writes, such as dates and names of languages: it has no pseudo-language. */
export const markIntl = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { DateTimeFormat, DisplayNames, NumberFormat } = Intl;
    const nameOf = Object.getOwnPropertyDescriptor(DisplayNames.prototype, 'of')?.value as (
      this: Intl.DisplayNames,
      code: string,
    ) => string | undefined;
    DisplayNames.prototype.of = function of(code) {
      return `[${nameOf.call(this, code) ?? code}]`;
    };
    for (const [{ prototype }, isMarked] of [
      [DateTimeFormat, () => true],
      [NumberFormat, (format: Intl.NumberFormat) => format.resolvedOptions().style === 'unit'],
    ] as const) {
      const own = Object.getOwnPropertyDescriptor(prototype, 'format');
      Object.defineProperty(prototype, 'format', {
        configurable: true,
        get(this: Intl.NumberFormat) {
          const format = own?.get?.call(this) as (value: number) => string;
          return isMarked(this) ? (value: number) => `[${format(value)}]` : format;
        },
      });
    }
  });

/**
 * Returns texts and names of controls that are neither of the pseudo-language nor marked as what people wrote or as
 * names.
 */
export const plainEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const OWN = 'bdi, [dir="auto"], [translate="no"], [lang]:not(html), time';
    const NAMES = ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'placeholder', 'title'];
    const found = new Set<string>();
    const check = (text: string, element: Element) => {
      // the pseudo-language has brackets and accents; examples of addresses and colours are no words
      if (
        !/\p{L}/u.test(text) ||
        /[áéíóúýçñšž[\]·]/iu.test(text) ||
        /^(?:https:\/\/|#[\da-f]{6})$/.test(text)
      )
        return;
      if (!element.closest(OWN))
        found.add(`“${text.trim().slice(0, 60)}” in ${element.outerHTML.slice(0, 160)}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element && !element.matches('script, style, noscript')) check(node.textContent ?? '', element);
    }
    for (const element of document.body.querySelectorAll(NAMES.map((name) => `[${name}]`).join())) {
      // pictures and clips of people, who described them
      if (element.matches('[src*="/media/"], [src*="/demo-media/"]')) continue;
      // names that the element shows too; the longest first, since initials can be a part of a name
      const names = [...element.querySelectorAll(OWN)]
        .map((own) => own.textContent ?? '')
        .toSorted((one, other) => other.length - one.length);
      for (const name of NAMES)
        check(
          names.reduce((text, own) => text.replace(own, ''), element.getAttribute(name) ?? ''),
          element,
        );
    }
    return [...found];
  });

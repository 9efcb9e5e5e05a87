import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isLong } from './long.js';
import { isTelling } from './screen-paths.js';

type AxeWindow = Window & { axe: typeof axe };

const CONTRAST = 'color-contrast';
/** The minified build, which every page parses in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violated accessibility rules and where. `contrast` runs only the contrast rule, `others` all other
 * rules.
 */
export async function broken(page: Page, which: 'all' | 'contrast' | 'others' = 'all'): Promise<string[]> {
  // through the debugging protocol, since the page's CSP rejects injected scripts
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options = {
    all: {},
    contrast: { runOnly: { type: 'rule' as const, values: [CONTRAST] } },
    others: { rules: { [CONTRAST]: { enabled: false } } },
  };
  const { violations } = await page.evaluate(
    (chosen) => (window as unknown as AxeWindow).axe.run(chosen),
    // describing what passes takes as long as the checks
    { ...options[which], resultTypes: ['violations'] } as axe.RunOptions,
  );
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}

/** Returns elements that reach past the right edge, if the page can scroll sideways. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 160));
  });

/**
 * Returns texts and controls that cannot be reached: outside the sides of the screen, above its top, or below the
 * bottom of a fixed element that does not scroll.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, clientHeight } = document.documentElement;
    const around = (element: Element) => {
      let [sideways, down, fixed] = [false, false, false];
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        if (at !== element) {
          // a carousel can move hidden slides into view
          sideways ||= /auto|scroll|hidden|clip/.test(overflowX) && at.scrollWidth > at.clientWidth;
          down ||= /auto|scroll/.test(overflowY);
        }
        if (position === 'fixed') {
          fixed = true;
          break;
        }
      }
      return { sideways, down, fixed };
    };
    const owns = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        if (!owns(element) && !element.matches('a, button, input, textarea, select')) return false;
        if (element.closest('[inert], [hidden], .sr-only, option, dialog:not([open])')) return false;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1) return false;
        const { sideways, down, fixed } = around(element);
        if (!sideways && (left < -1 || right > clientWidth + 1)) return true;
        return fixed && !down && (top < -1 || bottom > clientHeight + 1);
      })
      .slice(0, 5)
      .map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return `${[left, right, top, bottom].map(Math.round).join(' ')} ${element.outerHTML.slice(0, 160)}`;
      });
  });

/** Returns visible text that is drawn smaller than 12 px, whether by its font size or by a scale. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || node.textContent?.trim() === '') continue;
      if (element.closest('[inert], [hidden], .sr-only, option, dialog:not([open]), noscript, script, style'))
        continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height } = range.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      let size = Number.parseFloat(getComputedStyle(element).fontSize);
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { transform, scale } = getComputedStyle(at);
        if (transform !== 'none') size *= new DOMMatrix(transform).d;
        if (scale !== 'none') size *= Number.parseFloat(scale.split(' ').at(-1) ?? '1');
      }
      // rounding of an animated scale does not count
      if (size < 11.9) found.push(`${size.toFixed(1)} px: ${element.outerHTML.slice(0, 160)}`);
    }
    return found.slice(0, 5);
  });

/** Returns running animations and transitions, with the elements they move. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => {
        const { activeDuration } = animation.effect?.getComputedTiming() ?? {};
        return animation.playState === 'running' && Number(activeDuration) > 50;
      })
      .map((animation) => {
        const target = (animation.effect as KeyframeEffect | null)?.target;
        return `${(animation as CSSAnimation).animationName ?? animation.constructor.name} of ${target?.outerHTML.slice(0, 120) ?? 'nothing'}`;
      }),
  );

/** Waits until a changed screen has been drawn. */
const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Repeats a check after a resize until it finds nothing. A slow machine draws the new size some frames later. */
export async function onceDrawn(page: Page, find: (page: Page) => Promise<string[]>): Promise<string[]> {
  let found = await find(page);
  for (let tries = 0; found.length > 0 && tries < 20; tries += 1) {
    await page.waitForTimeout(100);
    found = await find(page);
  }
  return found;
}

/** 1440 × 900 at 200 % zoom, and the narrowest phone. */
const NARROW = [
  { width: 720, height: 450 },
  { width: 320, height: 640 },
];
const WIDE = { width: 1440, height: 900 };

/**
 * Checks a page against the axe rules in both themes and at narrow widths, for overflow at 200 % zoom and 320 px,
 * for text under 12 px, and for animations under reduced motion. `as it is` skips resizing, for layers that close on resize. The rules at
 * 320 px run on the most telling screens and in the long run: roles and names seldom depend on the width.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  sizes: 'all' | 'as it is' = 'all',
): Promise<void> {
  const found: Record<string, string[]> = {};
  const note = (at: string, places: string[]) => {
    if (places.length > 0) found[at] = places;
  };
  note('motion', await moving(page));
  note('light', await broken(page));
  note('too small', await onceDrawn(page, tooSmall));
  await page.emulateMedia({ colorScheme: 'dark' });
  await twoFrames(page);
  note('dark', await broken(page, 'contrast'));
  await page.emulateMedia({ colorScheme: 'light' });
  if (sizes === 'all') {
    for (const viewport of NARROW) {
      await page.setViewportSize(viewport);
      await twoFrames(page);
      note(`too wide at ${viewport.width} px`, await onceDrawn(page, tooWide));
      note(`out of reach at ${viewport.width} px`, await onceDrawn(page, outOfReach));
      note(`too small at ${viewport.width} px`, await onceDrawn(page, tooSmall));
    }
    if (isLong || isTelling(what)) note('320 px', await broken(page, 'others'));
    await page.setViewportSize(WIDE);
  } else {
    note('too wide', await onceDrawn(page, tooWide));
    note('out of reach', await onceDrawn(page, outOfReach));
  }
  // a soft assertion, so that the following screens are checked too
  expect.soft({ what, found }).toEqual({ what, found: {} });
}

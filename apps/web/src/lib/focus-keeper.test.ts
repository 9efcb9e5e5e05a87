import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocusOnPage } from './focus-keeper';

let end: () => void;
const draw = (html: string): void => {
  document.body.innerHTML = `<main tabindex="-1">${html}</main>`;
};
const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}`);
  return found;
};
/** Lets mutation observers and the timers they start run. */
const pass = async (): Promise<void> => {
  await Promise.resolve();
  await vi.runAllTimersAsync();
};
const rows = (count: number): string =>
  `<ul>${Array.from({ length: count }, (_unused, index) => `<li id="row-${index}"><a href="/x">Name</a><button>Remove</button></li>`).join('')}</ul>`;
const cards = (count: number): string =>
  `<div role="feed" tabindex="-1">${Array.from({ length: count }, (_unused, index) => `<article tabindex="0" aria-posinset="${index + 1}"><button>Options</button></article>`).join('')}</div>`;
const renumber = (): void =>
  document
    .querySelectorAll('article')
    .forEach((card, index) => card.setAttribute('aria-posinset', String(index + 1)));

beforeEach(() => {
  vi.useFakeTimers();
  end = keepFocusOnPage();
});
afterEach(() => {
  end();
  document.body.innerHTML = '';
  vi.useRealTimers();
});

describe('the focus, when its element is removed,', () => {
  it('moves to the same control of the next row, or of the previous row after the last one, never to the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.nat(5), async (count, at) => {
        draw(rows(count));
        const index = at % count;
        element(`#row-${index} button`).focus();
        element(`#row-${index}`).remove();
        await pass();
        const left = [...document.querySelectorAll('li button')];
        const heir = left[Math.min(index, left.length - 1)] ?? element('main');
        expect(document.activeElement).toBe(heir);
      }),
      { numRuns: 20 },
    );
  });

  it('moves to the next card of a feed, or to the previous one after the last', async () => {
    draw(cards(3));
    element('article:nth-child(2) button').focus();
    element('article:nth-child(2)').remove();
    renumber();
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(2)'));
    element('article:nth-child(2)').remove();
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(1)'));
  });

  it('moves on from the element that had it before this code was loaded, and from the button of a menu', async () => {
    end();
    draw(cards(3));
    element('article:nth-child(2) button').focus();
    end = keepFocusOnPage();
    element('article:nth-child(2)').remove();
    renumber();
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(2)'));
    end();
    const opener = element('article:nth-child(1) button');
    opener.setAttribute('aria-haspopup', 'menu');
    opener.setAttribute('aria-expanded', 'true');
    document.body.insertAdjacentHTML('beforeend', '<div role="menu"><button>Block</button></div>');
    element('[role=menu] button').focus();
    end = keepFocusOnPage();
    element('article:nth-child(1)').remove();
    renumber();
    element('[role=menu]').remove();
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(1)'));
  });

  it('moves to the button that replaces it in the same card', async () => {
    draw(cards(2));
    element('article:nth-child(2) button').focus();
    element('article:nth-child(2) button').outerHTML = '<button aria-haspopup="menu">Options</button>';
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(2) button'));
  });

  it('moves to the card if another button takes its place', async () => {
    draw(cards(2));
    element('article:nth-child(2) button').focus();
    element('article:nth-child(2) button').outerHTML = '<button>Undo</button>';
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(2)'));
  });

  it('moves to the next card if a dialog closes after the card that opened it was removed', async () => {
    draw(cards(3));
    element('article:nth-child(1) button').focus();
    document.body.insertAdjacentHTML('beforeend', '<div role="alertdialog"><button>Block</button></div>');
    element('[role=alertdialog] button').focus();
    element('article:nth-child(1)').remove();
    renumber();
    await pass();
    expect(document.activeElement).toBe(element('[role=alertdialog] button'));
    element('[role=alertdialog]').remove();
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(1)'));
  });

  it('stays on the feed while its card is scrolled out, and moves on if the card was removed', async () => {
    draw(cards(3));
    element('article:nth-child(3) button').focus();
    element('article:nth-child(3)').remove();
    element('[role=feed]').focus();
    await pass();
    expect(document.activeElement).toBe(element('[role=feed]'));
    element('[role=feed]').insertAdjacentHTML(
      'beforeend',
      '<article tabindex="0" aria-posinset="3"></article>',
    );
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(3)'));
  });

  it('moves to the previous card if the last one of a feed with a known end was removed', async () => {
    draw(cards(3));
    element('article:nth-child(3) button').focus();
    element('article:nth-child(3)').remove();
    element('[role=feed]').focus();
    document.querySelectorAll('article').forEach((card) => card.setAttribute('aria-setsize', '2'));
    await pass();
    element('main').append(document.createElement('p'));
    await pass();
    expect(document.activeElement).toBe(element('article:nth-child(2)'));
  });

  it('returns from a closed toast to its earlier position', async () => {
    draw(`${rows(2)}<section data-toasts><p><button>Undo</button></p></section>`);
    element('#row-1 a').focus();
    element('[data-toasts] button').focus();
    element('[data-toasts] p').remove();
    await pass();
    expect(document.activeElement).toBe(element('#row-1 a'));
  });

  it('is not restored after a deliberate blur or a change of page', async () => {
    draw(rows(2));
    element('#row-0 button').focus();
    element('#row-0 button').blur();
    await pass();
    element('#row-1').remove();
    await pass();
    expect(document.activeElement).toBe(document.body);
    element('#row-0 button').focus();
    window.history.pushState(null, '', '/elsewhere');
    element('#row-0').remove();
    await pass();
    expect(document.activeElement).toBe(document.body);
    window.history.replaceState(null, '', '/');
  });
});

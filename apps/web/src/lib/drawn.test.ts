import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawnPosts, isDrawn, replaceDrawn } from './drawn';

const article = '<article data-post-id="a"><button aria-label="Like, 3">3</button></article>';
let root: HTMLElement;
const drawn = () => document.getElementById('drawn');
/** The app draws this; observers are told after it, and the page is replaced two frames later. */
const show = async (html: string) => {
  root.innerHTML = html;
  for (let frames = 0; frames < 3; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.body.innerHTML = `<div id="drawn">${article}</div><div id="root"></div>`;
  root = document.getElementById('root')!;
});
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset['plain'];
  document.body.innerHTML = '';
  delete window.earlyCalls;
});

describe('the page that the web server has drawn', () => {
  it('stays until the app shows a page that waits for nothing', async () => {
    replaceDrawn(root);
    expect(isDrawn()).toBe(true);
    await show('<p role="status"><svg class="animate-spin" /></p>');
    await show('<main><svg class="animate-spin" /></main>');
    expect(drawn()).not.toBeNull();
    await show(`<main>${article}</main>`);
    expect(drawn()).toBeNull();
    expect(isDrawn()).toBe(false);
  });

  it('waits two frames more for what the app draws above the posts', async () => {
    replaceDrawn(root);
    root.innerHTML = `<main>${article}</main>`;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(drawn()).not.toBeNull();
  });

  it('waits for posts if it has some', async () => {
    replaceDrawn(root);
    await show('<main><header></header></main>');
    expect(drawn()).not.toBeNull();
    await show(`<main>${article}</main>`);
    expect(drawn()).toBeNull();
  });

  it.each([
    ['waits for the bottom bar where it shows', true],
    ['does not wait for a bottom bar that wide screens hide', false],
  ])('%s', async (_name, shows) => {
    drawn()?.insertAdjacentHTML('beforeend', '<nav data-bottom-bar></nav>');
    drawn()!.querySelector('nav')!.checkVisibility = () => shows;
    replaceDrawn(root);
    await show(`<main>${article}</main>`);
    expect(drawn() !== null).toBe(shows);
    await show(`<main>${article}</main><nav data-bottom-bar></nav>`);
    expect(drawn()).toBeNull();
  });

  it('tells the place of its last post in the list, for as long as it is there', async () => {
    document.body.innerHTML =
      '<div id="drawn"><article aria-posinset="1"></article><article aria-posinset="6"></article></div><div id="root"></div>';
    root = document.getElementById('root')!;
    expect(drawnPosts()).toBe(6);
    replaceDrawn(root);
    await show('<main><article></article></main>');
    expect(drawnPosts()).toBe(0);
  });

  it('waits for the first picture to be decoded if it has loaded', async () => {
    replaceDrawn(root);
    const decoded = vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    await show('<main><article><img fetchpriority="high"></article></main>');
    expect(decoded).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(drawn()).toBeNull());
  });

  it('goes after ten seconds, whatever the app shows', () => {
    replaceDrawn(root);
    vi.advanceTimersByTime(10_000);
    expect(drawn()).toBeNull();
  });

  it('goes at once if the head has hidden it', () => {
    document.documentElement.dataset['plain'] = '';
    replaceDrawn(root);
    expect(drawn()).toBeNull();
  });

  it('hands the last press over to the app', async () => {
    replaceDrawn(root);
    window.earlyCalls = { pressed: drawn()!.querySelector('button')! };
    const presses: (string | null)[] = [];
    root.addEventListener('click', ({ target }) =>
      presses.push((target as Element).getAttribute('aria-label')),
    );
    await show(
      `<main><article data-post-id="b"><button aria-label="Like, 3"></button></article>${article}</main>`,
    );
    expect(presses).toEqual(['Like, 3']);
  });

  it('hands a press in the bottom bar over to the bar of the app', async () => {
    drawn()?.insertAdjacentHTML('beforeend', '<nav data-bottom-bar><button>More</button></nav>');
    replaceDrawn(root);
    window.earlyCalls = { pressed: drawn()!.querySelector('nav button')! };
    const press = vi.fn(({ target }: Event) => (target as Element).parentElement?.localName);
    root.addEventListener('click', press);
    await show(
      `<main>${article}<button>More</button></main><nav data-bottom-bar><button>More</button></nav>`,
    );
    expect(press.mock.results.map(({ value }) => value)).toEqual(['nav']);
  });

  it.each([
    ['a button', 'button'],
    ['a link', 'a'],
    ['a link to elsewhere', '[href="/p/a"]'],
  ])('leaves the focus on %s in the app', async (_what, control) => {
    const links = '<a href="/ada">Ada</a><a href="/p/a">Ada</a>';
    const post = article.replace('<button', `${links}<button`);
    document.body.innerHTML = `<div id="drawn">${post}</div><div id="root"></div>`;
    root = document.getElementById('root')!;
    replaceDrawn(root);
    drawn()!.querySelector<HTMLElement>(control)!.focus();
    await show(`<main>${post.replace('"a"', '"b"')}${post}</main>`);
    expect(document.activeElement).toBe(root.querySelector(`[data-post-id="a"] ${control}`));
  });

  it('takes no focus where none was in it', async () => {
    replaceDrawn(root);
    await show(`<main>${article}</main>`);
    expect(document.activeElement).toBe(document.body);
  });

  it.each([
    ['true', 0],
    ['false', 1],
  ])(
    'presses a button that is expanded: %s in the app for one that opens %d times',
    async (expanded, times) => {
      document.body.innerHTML =
        '<div id="drawn"><main><button aria-expanded="false">Comments</button></main></div><div id="root"></div>';
      root = document.getElementById('root')!;
      replaceDrawn(root);
      window.earlyCalls = { pressed: drawn()!.querySelector('button')! };
      const press = vi.fn();
      root.addEventListener('click', press);
      await show(`<main><button aria-expanded="${expanded}">Comments</button></main>`);
      expect(press).toHaveBeenCalledTimes(times);
    },
  );
});

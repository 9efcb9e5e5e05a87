import type { Visit } from './page.js';

export interface Thousand {
  posts: number;
  /** The most cards and elements that were in the document at once, and elements with the first page alone. */
  cards: number;
  nodes: number;
  nodesAtFirst: number;
  shift: number;
  /** Tasks over 50 ms at the machine's own speed: how many, and the longest in milliseconds. */
  longTasks: number;
  longest: number;
  /** Growth of the heap in bytes since the first page. */
  heap: number;
}

/** Scrolls an open feed, at full speed, until this many posts came by. */
export async function measureThousand(opened: Visit, wanted = 1000): Promise<Thousand> {
  const { page } = opened;
  const heapBefore = await opened.heap();
  const startedAt = await page.evaluate(() => performance.now());
  const nodesAtFirst = await page.evaluate(() => document.querySelectorAll('*').length);
  const shiftBefore = (await opened.recorded()).shift;
  const most = await page.evaluate(async (last) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const seen = { posts: 0, cards: 0, nodes: 0 };
    const deadline = performance.now() + 300_000;
    while (seen.posts < last && performance.now() < deadline) {
      window.scrollBy(0, 700);
      await frame();
      const cards = document.querySelectorAll('article[aria-posinset]');
      seen.cards = Math.max(seen.cards, cards.length);
      seen.nodes = Math.max(seen.nodes, document.querySelectorAll('*').length);
      for (const card of cards) seen.posts = Math.max(seen.posts, Number(card.getAttribute('aria-posinset')));
    }
    return seen;
  }, wanted);
  if (most.posts < wanted) throw new Error(`Only ${most.posts} of ${wanted} posts came`);
  const { shift, longTasks } = await opened.recorded();
  const late = longTasks.filter(({ start }) => start >= startedAt);
  return {
    ...most,
    nodesAtFirst,
    shift: shift - shiftBefore,
    longTasks: late.length,
    longest: Math.max(0, ...late.map(({ duration }) => duration)),
    heap: (await opened.heap()) - heapBefore,
  };
}

/** What the answers alone take: the heap's growth, in bytes, on a page that reads and keeps the same pages of posts. */
export async function measureData(opened: Visit, posts: number): Promise<number> {
  const { page } = opened;
  const read = (from: number, to: number) =>
    page.evaluate(
      async ([first, last]) => {
        const kept = ((window as unknown as { kept?: unknown[] }).kept ??= []);
        for (let number = first ?? 1; number <= (last ?? 1); number += 1) {
          const limit = number === 1 ? 20 : 10;
          const query = `page=${number}&limit=${limit}&sortBy=random&sortOrder=desc&seed=77&isFirstLoad=${number === 1}`;
          kept.push(await (await fetch(`/api/posts/infinite?${query}`)).json());
        }
      },
      [from, to],
    );
  await read(1, 1);
  const before = await opened.heap();
  await read(2, 1 + (posts - 20) / 10);
  return (await opened.heap()) - before;
}

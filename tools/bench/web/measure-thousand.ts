import { codeSize } from './code-size.js';
import type { Visit } from './page.js';

/** Number of posts of the first stretch, and the end of the second: the demo has 2,000. */
const FIRST = 1000;
const SECOND = 1900;
/** Seed of the order, the same for the app and for the answers alone. */
export const SEED = 77;
const PATIENCE_MS = 300_000;

export interface Thousand {
  /** Maximum number of cards and elements in the document at once, and elements with only the first page. */
  cards: number;
  nodes: number;
  nodesAtFirst: number;
  shift: number;
  /** Tasks over 50 ms without CPU slowdown: their number, and the longest in milliseconds. */
  longTasks: number;
  longest: number;
  first: Stretch;
  second: Stretch;
}

/** A stretch of the list: posts fetched at its start and end, and growth in bytes. */
export interface Stretch {
  from: number;
  to: number;
  heap: number;
  /** Part of the heap: compiled code (`codeSize`). */
  code: number;
}

/** Number of posts in this many pages (F §9). */
const postsOf = (pages: number): number => 20 + (pages - 1) * 10;

/** Scrolls at full speed until this many posts have been shown. */
const scrollTo = (opened: Visit, wanted: number) =>
  opened.page.evaluate(
    async ([last, patience]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const seen = { posts: 0, cards: 0, nodes: 0 };
      const deadline = performance.now() + patience;
      while (seen.posts < last && performance.now() < deadline) {
        window.scrollBy(0, 700);
        await frame();
        const cards = document.querySelectorAll('article[aria-posinset]');
        seen.cards = Math.max(seen.cards, cards.length);
        seen.nodes = Math.max(seen.nodes, document.querySelectorAll('*').length);
        for (const card of cards)
          seen.posts = Math.max(seen.posts, Number(card.getAttribute('aria-posinset')));
      }
      if (seen.posts < last) throw new Error(`Only ${seen.posts} of ${last} posts came`);
      return seen;
    },
    [wanted, PATIENCE_MS] as const,
  );

/** Opens the feed by `open` and scrolls two long stretches. */
export async function measureThousand(opened: Visit, open: () => Promise<unknown>): Promise<Thousand> {
  const { page, session } = opened;
  let pages = 0;
  page.on('response', (answer) => {
    if (answer.url().includes('/posts/infinite')) pages += 1;
  });
  await open();
  const note = async () => ({
    posts: postsOf(pages),
    heap: await opened.heap(),
    code: await codeSize(session),
  });
  const between = (before: Awaited<ReturnType<typeof note>>, after: typeof before): Stretch => ({
    from: before.posts,
    to: after.posts,
    heap: after.heap - before.heap,
    code: after.code - before.code,
  });
  const start = await note();
  const startedAt = await page.evaluate(() => performance.now());
  const nodesAtFirst = await page.evaluate(() => document.querySelectorAll('*').length);
  const shiftBefore = (await opened.recorded()).shift;
  const { cards, nodes } = await scrollTo(opened, FIRST);
  const { shift, longTasks } = await opened.recorded();
  const late = longTasks.filter(({ start: at }) => at >= startedAt);
  const middle = await note();
  await scrollTo(opened, SECOND);
  return {
    cards,
    nodes,
    nodesAtFirst,
    shift: shift - shiftBefore,
    longTasks: late.length,
    longest: Math.max(0, ...late.map(({ duration }) => duration)),
    first: between(start, middle),
    second: between(middle, await note()),
  };
}

/** Memory of the answers alone: heap growth of a page that fetches and stores the same posts of each stretch. */
export async function measureData(opened: Visit, stretches: readonly Stretch[]): Promise<number[]> {
  const { page } = opened;
  const readTo = (posts: number) =>
    page.evaluate(
      async ([last, seed]) => {
        const kept = ((window as unknown as { kept?: { data: unknown[] }[] }).kept ??= []);
        let count = kept.reduce((sum, { data }) => sum + data.length, 0);
        while (count < last) {
          const first = kept.length === 0;
          const query = `page=${kept.length + 1}&limit=${first ? 20 : 10}&sortBy=random&sortOrder=desc&seed=${seed}&isFirstLoad=${first}`;
          const answer = (await (await fetch(`/api/posts/infinite?${query}`)).json()) as { data: unknown[] };
          if (answer.data.length === 0) throw new Error(`Only ${count} of ${last} posts came`);
          count += answer.data.length;
          kept.push(answer);
        }
      },
      [posts, SEED] as const,
    );
  const grown: number[] = [];
  for (const { from, to } of stretches) {
    await readTo(from);
    const before = await opened.heap();
    await readTo(to);
    grown.push((await opened.heap()) - before);
  }
  return grown;
}

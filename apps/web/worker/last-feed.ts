import { KEPT_FOR, keptPath } from './protocol';

/** As many pages of the feed are kept: 20 posts and four times 10. */
export const PAGES_MAX = 5;
/** A page is some 30 kB; a larger one is no page of the feed. */
const CHARACTERS_MAX = 500_000;
const KEPT_SEED = 'x-kept-seed';

/** What the address of a feed call asks for; null where it is none that the app makes. */
const readAddress = (address: string): { page: number; seed: string | null } | null => {
  const { searchParams } = new URL(address);
  const page = Number(searchParams.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= PAGES_MAX
    ? { page, seed: searchParams.get('seed') }
    : null;
};

const seedOf = (body: string): string | null => {
  try {
    const { seed } = JSON.parse(body) as { seed?: unknown };
    return typeof seed === 'number' ? String(seed) : null;
  } catch {
    return null;
  }
};

const isFor = (kept: Response | undefined, viewer: string): kept is Response =>
  kept?.headers.get(KEPT_FOR) === viewer;

/**
 * Keeps an answer of the feed as it came. The first page begins a new list and drops the one before; a later page is
 * kept beside the first of the same list and reader only, so that posts never mix.
 * @param viewer id of the reader whose answer it is
 */
export const keepFeedPage = async (
  cache: Cache,
  viewer: string,
  address: string,
  body: string,
): Promise<void> => {
  const asked = readAddress(address);
  const seed = seedOf(body);
  if (!asked || seed === null || body.length > CHARACTERS_MAX) return;
  if (asked.page === 1) {
    for (const key of await cache.keys()) await cache.delete(key);
  } else {
    const first = await cache.match(keptPath(1));
    if (!isFor(first, viewer) || first.headers.get(KEPT_SEED) !== seed) return;
  }
  const headers = { 'content-type': 'application/json', [KEPT_FOR]: viewer, [KEPT_SEED]: seed };
  await cache.put(keptPath(asked.page), new Response(body, { headers }));
};

/** The kept answer to a feed call: this reader's own, and of the list that is asked for. A first page begins any list. */
export const findFeedPage = async (
  cache: Cache,
  viewer: string,
  address: string,
): Promise<Response | undefined> => {
  const asked = readAddress(address);
  if (!asked) return undefined;
  const kept = await cache.match(keptPath(asked.page));
  if (!isFor(kept, viewer)) return undefined;
  return asked.page === 1 || kept.headers.get(KEPT_SEED) === asked.seed ? kept : undefined;
};

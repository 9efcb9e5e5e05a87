import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { DAY, HOUR, later } from '../../platform/time.js';
import { LISTED } from '../../order/feed-order/feed-positions.js';
import type { PostRecord } from './post.model.js';

/** Newest posts that are read. */
const POSTS_MAX = 2000;
/** Authors that are kept; a viewer follows or blocks some of them. */
const AUTHORS_MAX = 200;
/** With fewer authors in a month, older posts count too. */
const AUTHORS_MIN = 20;

const PROJECTION = { user: 1, saves: 1, tagKeys: 1 } as const;
type Read = Pick<PostRecord, '_id' | keyof typeof PROJECTION>;

export interface SavedAuthor {
  id: string;
  /** The author's most used tag; empty for none. */
  topic: string;
}

/**
 * Authors of the last month by the number of times their posts were saved, most first. Reads a range of the index of
 * dates once an hour; every request in between gets the same list.
 */
export function createSavedAuthors(posts: Collection<PostRecord>, now: () => Date) {
  let held: { until: number; authors: Promise<readonly SavedAuthor[]> } | undefined;

  const newest = async (created: object): Promise<SavedAuthor[]> =>
    ranked(
      await posts
        .find<Read>({ ...LISTED, ...created }, { projection: PROJECTION })
        .sort({ createdAt: -1, _id: -1 })
        .limit(POSTS_MAX)
        .toArray(),
    );
  const read = async () => {
    const recent = await newest({ createdAt: { $gte: later(now(), -30 * DAY) } });
    return recent.length >= AUTHORS_MIN ? recent : newest({});
  };

  return (): Promise<readonly SavedAuthor[]> => {
    const time = now().getTime();
    if (held === undefined || held.until <= time) {
      const mine = { until: time + HOUR, authors: read() };
      held = mine;
      // the next request reads again
      mine.authors.catch(() => {
        if (held === mine) held = undefined;
      });
    }
    return held.authors;
  };
}

interface Author {
  id: string;
  saves: number;
  tags: Map<string, number>;
}

/** Posts come newest first, so that of equally saved authors the one who posted last is first. */
function ranked(posts: readonly { user: Types.ObjectId; saves: number; tagKeys: string[] }[]): SavedAuthor[] {
  const authors = new Map<string, Author>();
  for (const { user, saves, tagKeys } of posts) {
    const id = user.toHexString();
    const author = authors.get(id) ?? { id, saves: 0, tags: new Map<string, number>() };
    author.saves += saves;
    for (const tag of tagKeys) author.tags.set(tag, (author.tags.get(tag) ?? 0) + 1);
    authors.set(id, author);
  }
  return [...authors.values()]
    .sort((a, b) => b.saves - a.saves)
    .slice(0, AUTHORS_MAX)
    .map(({ id, tags }) => ({ id, topic: mostUsed(tags) }));
}

function mostUsed(tags: ReadonlyMap<string, number>): string {
  let [topic, most] = ['', 0];
  for (const [tag, count] of tags) if (count > most) [topic, most] = [tag, count];
  return topic;
}

/**
 * A post's place in the feed is a number: its generation times 2^32 plus its sequence number within that generation.
 * Numbers are dense but for deleted posts (holes); a compaction gives all posts new ones in the next generation.
 */
const SPAN = 4_294_967_296;

export const feedKey = (generation: number, sequence: number): number => generation * SPAN + sequence;

export const generationOf = (key: number): number => Math.floor(key / SPAN);

export const sequenceOf = (key: number): number => key % SPAN;

/** Filter for posts with a key of one generation, from a number on; tight on the multikey index. */
export const keysIn = (generation: number, from = 0) => ({
  feedKeys: { $elemMatch: { $gte: feedKey(generation, from), $lt: feedKey(generation + 1, 0) } },
});

/** Filter for posts with a key of a generation before this one. */
export const keysBelow = (generation: number): ReturnType<typeof keysIn> => ({
  feedKeys: { $elemMatch: { $gte: 0, $lt: feedKey(generation, 0) } },
});

/** Filter for posts without any key of a generation. */
export const lacksKeyOf = (generation: number) => ({ feedKeys: { $not: keysIn(generation).feedKeys } });

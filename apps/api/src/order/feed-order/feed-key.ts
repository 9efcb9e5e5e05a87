/**
 * A post's feed key: its generation times 2^32 plus its sequence number within that generation. Numbers are dense
 * except for deleted posts (holes). A compaction gives all posts new numbers in the next generation.
 */
const SPAN = 4_294_967_296;

export const feedKey = (generation: number, sequence: number): number => generation * SPAN + sequence;

export const generationOf = (key: number): number => Math.floor(key / SPAN);

export const sequenceOf = (key: number): number => key % SPAN;

/**
 * Filter for posts with a key of one generation, starting at a number. Gives tight bounds on the multikey index.
 */
export const keysIn = (generation: number, from = 0) => ({
  feedKeys: { $elemMatch: { $gte: feedKey(generation, from), $lt: feedKey(generation + 1, 0) } },
});

/** Filter for posts with a key of an earlier generation. */
export const keysBelow = (generation: number): ReturnType<typeof keysIn> => ({
  feedKeys: { $elemMatch: { $gte: 0, $lt: feedKey(generation, 0) } },
});

/** Filter for posts without any key of a generation. */
export const lacksKeyOf = (generation: number) => ({ feedKeys: { $not: keysIn(generation).feedKeys } });

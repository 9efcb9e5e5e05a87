/** Hashtags that the search box offers before anything is typed (A §9). */
const OFFERED_FIRST = [
  'trending',
  'technology',
  'javascript',
  'react',
  'webdev',
  'programming',
  'design',
  'ui',
] as const;

/** All hashtags that may be suggested: those offered first, and what people write about here; 30 in all (A §9). */
export const SUGGESTED_TAGS: readonly string[] = [
  ...OFFERED_FIRST,
  ...'art books coffee cooking family film food friends garden health history music nature news'.split(' '),
  ...'ocean photography poetry science space sports thoughts travel'.split(' '),
];

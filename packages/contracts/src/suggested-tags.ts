/** Suggested hashtags, 30 in all: first those of the search box, then common topics (A §9). */
export const SUGGESTED_TAGS: readonly string[] = [
  ...'trending technology javascript react webdev programming design ui'.split(' '),
  ...'art books coffee cooking family film food friends garden health history music nature news'.split(' '),
  ...'ocean photography poetry science space sports thoughts travel'.split(' '),
];

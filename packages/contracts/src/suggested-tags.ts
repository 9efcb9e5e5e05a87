/** Hashtags that may be suggested, 30 in all: those that the search box offers first, then what people write about here (A §9). */
export const SUGGESTED_TAGS: readonly string[] = [
  ...'trending technology javascript react webdev programming design ui'.split(' '),
  ...'art books coffee cooking family film food friends garden health history music nature news'.split(' '),
  ...'ocean photography poetry science space sports thoughts travel'.split(' '),
];

import type { PageToDraw } from './draw-page';

export const NO_LISTS: PageToDraw['own'] = { follows: [], blocks: [], muted: [], languages: [] };

/** A visitor's page, unless the test says otherwise. */
export const pageOf = (
  change: Pick<PageToDraw, 'address' | 'answers'> & Partial<PageToDraw>,
): PageToDraw => ({
  user: null,
  own: NO_LISTS,
  welcome: false,
  instance: undefined,
  languages: ['en'],
  ...change,
});

import { PAGE, SEED_LIMIT } from '../limits.js';
import { day, field, id, time, VARIES, type FieldWords } from './field-docs.js';

/** Names that calls of all kinds have: ids, times, pages and errors. */
export const general = {
  success: field('`true`: the API did what was asked.'),
  message: field(
    'A sentence for people that says what was done. Absent where there is nothing to say.',
    'Done',
  ),
  data: field('The result of the call: one thing, or the entries of a list in their order.'),
  code: VARIES,
  errors: field('What is wrong with each field of the request. Absent if no single field is to blame.'),
  path: field('The field, with dots between its parts.', 'media.0.url'),

  _id: id('Id of this entry.'),
  id: id('Id of the post.'),
  userId: id('Id of the user.'),
  postId: id('Id of the post.'),
  commentId: id('Id of the comment.'),
  createdAt: time('When it was made.'),
  updatedAt: time('When it was changed last.'),
  at: time('When it happened.'),
  until: VARIES,
  date: day('The day, in UTC.'),
  days: VARIES,
  kind: VARIES,
  type: VARIES,
  name: VARIES,
  text: VARIES,
  count: VARIES,
  user: VARIES,
  version: VARIES,
  number: field('Number of the post within its generation, from 0; `null` if it has none yet.', 41),
  action: field('`add` or `remove`; doing either twice has the effect of once.'),
  format: VARIES,

  limit: field(
    'How many entries a page has at most. A number out of range is moved into it. Pages are shorter where entries were deleted.',
  ),
  page: field(
    `Number of the page, from 1. Ignored with a \`cursor\`. Sorted lists reach ${PAGE.depthMax.toLocaleString('en')} entries by page, all of them by cursor.`,
  ),
  cursor: field('`nextCursor` of the page before; without it the list begins.', 'eyJwIjoyMH0'),
  nextCursor: field('The `cursor` of the next page; `null` at the end.', 'eyJwIjoyMH0'),
  nextPage: field(
    'The `page` to ask for next, with the same `limit` and `isFirstLoad` as far as sent; `null` at the end.',
    2,
  ),
  hasNextPage: field('Whether there are further entries. It decides, not the length of this page.', true),
  hasNext: field('Whether there are further entries. It decides, not the length of this page.', true),
  pagination: field('Where in the list this page is.'),
  currentPage: field('Number of this page, from 1.', 1),
  q: VARIES,
  sortBy: field('What the order goes by; `random` is that of the `seed`.'),
  sortOrder: field('`desc` has the largest or latest first, `asc` the smallest or oldest.'),
  order: field('`most` has the most reported first, `oldest` the case whose first report is oldest.'),
  seed: field(
    `Number from 0 below ${SEED_LIMIT.toLocaleString('en')} that fixes a random order; send it back with each page. Without one, or with anything else, the server picks one and answers it.`,
    482_911,
  ),
  isFirstLoad: field(
    'If sent, true or false, the first page has 20 posts for any `limit`, as the web app reads it, and the next ones start after them.',
    true,
  ),
  generation: field('Generation of the order of all posts, for making it again. Only with random orders.', 3),
  population: field(
    'How many numbers the generation had when the seed was first used. Only with random orders.',
    2001,
  ),
  numbers: field('Numbers of the posts in `data` within their generation. Only with random orders.', [41, 7]),
} as const satisfies FieldWords;

import { expect, it } from 'vitest';
import { createApi } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';
import { openApiOf } from './openapi.js';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}

const { endpoints } = createApi(testConfig()).http;
const { paths } = openApiOf(endpoints, { server: 'https://feed.example', production: false });
const reads = Object.entries(paths).flatMap(([path, { get }]) => {
  const content = get?.responses['200']?.content?.['application/json'];
  if (get === undefined || content === undefined) return [];
  const schema = content.schema as Schema;
  const says = (schema: Schema | undefined, word: string) => schema?.properties?.[word] !== undefined;
  return [
    {
      path,
      names: (get.parameters ?? []).map(({ name }) => name),
      answersCursor: says(schema, 'nextCursor'),
      saysMore: [schema, schema.properties?.['pagination']].some(
        (part) => says(part, 'hasNext') || says(part, 'hasNextPage'),
      ),
    },
  ];
});

/** `nextPage` says what to request next. */
const BY_PAGE_ALONE = ['/posts/infinite'];

const lists = reads.filter(
  ({ saysMore, names, answersCursor }) => saysMore || names.includes('cursor') || answersCursor,
);

it('knows the lists', () => expect(lists.length).toBeGreaterThan(20));

it.each(lists.filter(({ path }) => !BY_PAGE_ALONE.includes(path)))(
  'takes a cursor and answers the next one: $path [B29-2]',
  ({ names, answersCursor }) => {
    expect(names).toContain('cursor');
    expect(names).toContain('limit');
    expect(answersCursor).toBe(true);
  },
);

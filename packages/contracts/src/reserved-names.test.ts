import { describe, expect, it } from 'vitest';
import * as contracts from './index.js';
import { isReservedUserName } from './reserved-names.js';

const firstSegments = Object.values(contracts).flatMap((one: unknown) =>
  typeof one === 'object' && one !== null && 'path' in one && 'method' in one
    ? [String(one.path).split('/')[1] ?? '']
    : [],
);

describe('isReservedUserName', () => {
  it('ignores letter case', () => {
    expect(isReservedUserName('CreatePost')).toBe(true);
    expect(isReservedUserName('ada')).toBe(false);
  });

  it('reserves the first path segment of every endpoint', () => {
    expect(firstSegments).toContain('posts');
    expect(firstSegments.filter((name) => !isReservedUserName(name))).toEqual([]);
  });
});

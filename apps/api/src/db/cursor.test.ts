import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

const key = Buffer.alloc(32, 7);

describe('cursors', () => {
  it('come back as they went out', () => {
    const position = { seed: 7, after: 1234, q: 'caf\u00e9' };
    expect(decodeCursor(key, encodeCursor(key, position))).toEqual(position);
  });

  it.each(['', '.', 'abc', 'abc.def', 'a.b.c', 'bnVsbA.'])('are refused when made up: %j', (cursor) => {
    expect(decodeCursor(key, cursor)).toBeUndefined();
  });

  it('are refused when changed or made with another key', () => {
    const cursor = encodeCursor(key, { after: 1 });
    const [payload = '', mac = ''] = cursor.split('.');
    const other = Buffer.from(JSON.stringify({ after: 2 })).toString('base64url');
    expect(decodeCursor(key, `${other}.${mac}`)).toBeUndefined();
    expect(decodeCursor(key, `${payload}x.${mac}`)).toBeUndefined();
    expect(decodeCursor(Buffer.alloc(32, 8), cursor)).toBeUndefined();
  });
});

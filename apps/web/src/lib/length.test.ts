import { COMMENT_LIMITS, createComment } from '@social-feed/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leftOf, tooLong } from './length';

const MAX = COMMENT_LIMITS.bodyMax;

it('counts any characters as the API does', () => {
  const near = fc
    .tuple(fc.constantFrom('a', 'é', 'e\u0301', '漢', '👩‍👩‍👧', ' '), fc.integer({ min: -3, max: 3 }))
    .map(
      ([character, by]) => `x${character.repeat(Math.max(0, Math.floor((MAX + by) / character.length)))}x`,
    );
  fc.assert(
    fc.property(near, fc.constantFrom('', ' ', '\n'), (text, around) => {
      const body = `${around}${text}${around}`;
      const answer = createComment.body.safeParse({ postId: '0'.repeat(24), userId: '1'.repeat(24), body });
      const refused = answer.error?.issues.some(({ code }) => code === 'too_big') ?? false;
      expect(tooLong(body, MAX) !== undefined).toBe(refused);
    }),
  );
});

it('shows the remaining characters, and explains a negative number', () => {
  expect(leftOf('a'.repeat(60), 150)).toBeUndefined();
  expect(leftOf('a'.repeat(140), 150)?.text).toBe('10 characters left');
  expect(leftOf('a'.repeat(153), 150)?.text).toBe('3 characters too many');
  expect(tooLong('a'.repeat(151), 150)).toBe('1 character too many');
});

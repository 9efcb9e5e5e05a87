import { describe, expect, it } from 'vitest';
import { ApiError, errorFromAnswer, messageOf, statusMessage, wordsOf } from './api-error';

describe('the message of a response', () => {
  it.each([
    [{ message: 'A', error: 'B', code: 'C' }, 'A'],
    [{ message: ' ', error: 'B', code: 'C' }, 'B'],
    [{ message: null, error: { a: 1 }, code: 'C' }, 'C'],
    [{ message: 5, code: '' }, undefined],
    [null, undefined],
    ['text', undefined],
  ])('in %j is %j [A8-37]', (answer, words) => {
    expect(wordsOf(answer)).toBe(words);
  });

  it('marks an error without a message, which shows the status text', () => {
    const wordless = errorFromAnswer(403, '{"success":false}', 'accounts');
    expect(wordless).toMatchObject({ message: 'Access denied', wordless: true, code: 'HTTP_403' });
    const spoken = errorFromAnswer(403, '{"code":"NO"}', 'accounts');
    expect(spoken).toMatchObject({ message: 'NO', wordless: false, code: 'NO' });
    const other = errorFromAnswer(502, '<html>', 'accounts');
    expect(other).toMatchObject({ message: 'Server returned 502...', wordless: false });
  });

  it('is for 403 "Access denied" with accounts and "Permission denied" with posts [A8-32]', () => {
    expect([statusMessage(403, 'accounts'), statusMessage(403, 'posts')]).toEqual([
      'Access denied',
      'Permission denied',
    ]);
  });

  it('is for an unknown status "An unexpected error occurred.", with posts "HTTP Error: {status}" [A8-34 A8-35]', () => {
    expect(statusMessage(418, 'accounts')).toBe('An unexpected error occurred.');
    expect(statusMessage(418, 'posts')).toBe('HTTP Error: 418');
    expect(messageOf('thrown text')).toBe('An unexpected error occurred.');
    expect(messageOf(new ApiError({ status: 0, code: 'X', message: '' }), 'Other')).toBe('Other');
  });
});

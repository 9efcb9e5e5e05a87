import { describe, expect, it } from 'vitest';
import { timeAgo } from './ago';

describe('timeAgo', () => {
  it.each([
    ['2026-11-21T09:59:30.000Z', 'just now'],
    ['2026-11-21T10:05:00.000Z', 'just now'],
    ['2026-11-21T09:48:00.000Z', '12m ago'],
    ['2026-11-18T10:00:00.000Z', '3d ago'],
    ['2026-08-01T10:00:00.000Z', '3mo ago'],
    ['2024-11-21T10:00:00.000Z', 'Nov 21, 2024'],
  ])('formats %s as "%s"', (iso, words) => {
    expect(timeAgo(iso, new Date('2026-11-21T10:00:00.000Z'))).toBe(words);
  });
});

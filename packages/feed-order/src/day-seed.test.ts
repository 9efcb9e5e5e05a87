import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addDays, checkLinks, daysBetween, seedOfLink, type RevealedDays } from './day-seed.js';

const sha256 = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const LENGTH = 20;

/** What a server reveals on a day of its chain, counted from 0. */
const revealedOn = (day: number, shown = 5): RevealedDays => {
  const all = ['7'.repeat(64)];
  while (all.length <= LENGTH) all.unshift(sha256(all[0]!));
  const [end = '', ...links] = all;
  const dated = links.map((link, index) => ({ date: addDays('2026-12-25', index), link }));
  const chain = { startsOn: '2026-12-25', length: LENGTH, end };
  return { chain, links: dated.slice(Math.max(0, day + 1 - shown), day + 1).reverse() };
};
const replaced = (day: RevealedDays, index: number, link: string): RevealedDays => ({
  ...day,
  links: day.links.map((each, at) => (at === index ? { ...each, link } : each)),
});

describe('the links of a chain', () => {
  it.each([0, 1, 6, LENGTH - 1])('lead back to its published end on day %i [B4-13]', async (day) => {
    expect(await checkLinks(revealedOn(day))).toEqual({ days: day + 1 });
  });

  it('are all read across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-12-25', '2027-01-02')).toBe(8);
  });

  it.each<[string, RevealedDays, string]>([
    ['a link that the operator chose', replaced(revealedOn(6), 0, 'ab'.repeat(32)), '2026-12-30'],
    ['an earlier link that was changed', replaced(revealedOn(6), 3, 'ab'.repeat(32)), '2026-12-28'],
    ['a text that is no link', replaced(revealedOn(6), 0, 'seed'), '2026-12-31'],
    [
      'another end',
      { ...revealedOn(0), chain: { ...revealedOn(0).chain, end: '0'.repeat(64) } },
      '2026-12-25',
    ],
    ['no links', { ...revealedOn(0), links: [] }, '2026-12-25'],
    [
      'a day before the chain',
      { ...revealedOn(0), links: [{ date: '2026-12-24', link: 'a' }] },
      '2026-12-24',
    ],
    ['a day after the chain', { ...revealedOn(0), links: [{ date: '2027-02-24', link: 'a' }] }, '2027-02-24'],
    ['a date that is none', { ...revealedOn(0), links: [{ date: 'soon', link: 'a' }] }, 'soon'],
    [
      'links in the wrong order',
      { ...revealedOn(6), links: [...revealedOn(6).links].reverse() },
      '2026-12-27',
    ],
  ])('are refused with %s [B4-13]', async (_what, revealed, wrong) => {
    expect(await checkLinks(revealed)).toEqual({ wrong });
  });

  it('give seeds below a million', () => {
    const seeds = revealedOn(LENGTH - 1, LENGTH).links.map(({ link }) => seedOfLink(link));
    expect(new Set(seeds).size).toBe(LENGTH);
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 1_000_000)).toBe(true);
    expect(seedOfLink('f'.repeat(64))).toBe(0xffff_ffff_ffff % 1_000_000);
  });

  it('are those of docs/feed-order.md [B4-3 B4-13]', async () => {
    const page = readFileSync(new URL('../../../docs/feed-order.md', import.meta.url), 'utf8');
    const vector = JSON.parse(/```json chain\n([\s\S]*?)```/.exec(page)?.[1] ?? '{}') as RevealedDays & {
      seed: number;
    };
    expect(await checkLinks(vector)).toEqual({ days: 3 });
    expect(seedOfLink(vector.links[0]!.link)).toBe(vector.seed);
  });
});

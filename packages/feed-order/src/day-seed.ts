import { SEEDS } from './feed-order.js';

/** A chain of links, one per day; only its end is known before its first day (docs/feed-order.md). */
export interface DayChain {
  /** First day, as `2026-11-26` (UTC). */
  startsOn: string;
  /** Number of days. */
  length: number;
  /** The published end: the hash of the first day's link. 64 hexadecimal digits, as every link. */
  end: string;
}

export interface DayLink {
  date: string;
  link: string;
}

/** What a server reveals on a day: the links up to that day, the latest first. */
export interface RevealedDays {
  chain: DayChain;
  links: readonly DayLink[];
}

const DAY = 86_400_000;
const LINK = /^[0-9a-f]{64}$/;
/** Longest chain that is checked, in days. */
const LENGTH_MAX = 4000;

/** Number of days from one day to another, both as `2026-11-26`. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** Returns the day as many days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);

/** Returns the seed of a day from its link: the first twelve digits as a number, modulo a million. */
export const seedOfLink = (link: string): number => parseInt(link.slice(0, 12), 16) % SEEDS;

const hashOf = async (link: string): Promise<string> => {
  const bytes = Uint8Array.from(link.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Checks whether each link is the hash of the next day's link, back to the published end.
 * @returns how many days the latest link is from the end, or the first day whose link is wrong
 */
export async function checkLinks({
  chain,
  links,
}: RevealedDays): Promise<{ days: number } | { wrong: string }> {
  const [latest] = links;
  if (latest === undefined) return { wrong: chain.startsOn };
  const days = daysBetween(chain.startsOn, latest.date) + 1;
  const isDay = Number.isInteger(days) && days >= 1 && days <= Math.min(chain.length, LENGTH_MAX);
  if (!isDay || links.length > days) return { wrong: latest.date };
  const given = new Map(links.map(({ date, link }) => [date, link]));
  let link = latest.link;
  for (let day = days - 1; day >= 0; day -= 1) {
    const date = addDays(chain.startsOn, day);
    if (!LINK.test(link) || (given.get(date) ?? link) !== link) return { wrong: date };
    given.delete(date);
    link = await hashOf(link);
  }
  if (link !== chain.end || given.size > 0) return { wrong: chain.startsOn };
  return { days };
}

import { createHash, randomBytes } from 'node:crypto';
import type { AnswerOf, feedCommitment } from '@social-feed/contracts';
import { addDays, daysBetween, seedOfLink } from '@social-feed/feed-order/day-seed';
import type { Logger } from 'pino';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { seal, unseal } from '../../platform/seal.js';
import { utcDay } from '../../platform/time.js';
import type { DayChainRecord } from './day-chain.model.js';

const LINK_BYTES = 32;
/** Number of days of a chain. */
export const CHAIN_LENGTH = 365;
/** The next chain is published this many days before its first day. */
export const PUBLISHED_BEFORE = 60;
/** Maximum number of links in an answer. */
const LINKS_SHOWN = 31;
const PURPOSE = 'day chain';
/** Another process may add a chain first, under another key. */
const TRIES = 4;

type Commitment = AnswerOf<typeof feedCommitment>['data'];

interface DayChainsDeps {
  chains: Collection<DayChainRecord>;
  /** Encrypts the last links, so that a copy of the database reveals no seed of a later day. */
  key: Buffer;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
}

const hashOf = (link: Buffer): Buffer => createHash('sha256').update(link).digest();

const hashTimes = (link: Buffer, times: number): Buffer => {
  let hash = link;
  for (let done = 0; done < times; done += 1) hash = hashOf(hash);
  return hash;
};

/** The chain of a day among all, by their ids: a later one replaces those before it. */
const chainOf = (all: readonly DayChainRecord[], day: string): DayChainRecord | undefined => {
  const latest = all.findLast(({ startsOn }) => startsOn <= day);
  return latest !== undefined && daysBetween(latest.startsOn, day) < latest.length ? latest : undefined;
};

const endOf = ({ startsOn, length }: DayChainRecord): string => addDays(startsOn, length);

/** The chain that follows another one. */
const nextOf = (all: readonly DayChainRecord[], chain: DayChainRecord): DayChainRecord | undefined =>
  all.find(({ _id, startsOn }) => _id > chain._id && startsOn <= endOf(chain));

const present = ({ startsOn, length, end, publishedAt }: DayChainRecord): Commitment['chain'] => ({
  startsOn,
  length,
  end,
  publishedAt: publishedAt.toISOString(),
});

/**
 * The seeds of the days (docs/feed-order.md). Links of later days stay in this file: nothing returns, logs or counts
 * them.
 */
export function createDayChains({ chains, key, now, log }: DayChainsDeps) {
  const today = (): string => utcDay(now());

  const readAll = (): Promise<DayChainRecord[]> => chains.find().sort({ _id: 1 }).toArray();

  /** Chains that this process can open. While a key is replaced, processes with the old and the new one have their own. */
  const readOwn = async () => (await readAll()).filter((chain) => lastLinkOf(chain) !== undefined);

  const lastLinkOf = ({ sealedLast }: DayChainRecord): Buffer | undefined => {
    const last = unseal(key, PURPOSE, sealedLast);
    return typeof last === 'string' ? Buffer.from(last, 'hex') : undefined;
  };

  /** Adds a chain. Of several processes that add one with the same id, the first wins. */
  async function add(_id: number, startsOn: string): Promise<void> {
    const last = randomBytes(LINK_BYTES);
    const end = hashTimes(last, CHAIN_LENGTH).toString('hex');
    const sealedLast = seal(key, PURPOSE, last.toString('hex'));
    try {
      await chains.insertOne({ _id, startsOn, length: CHAIN_LENGTH, end, sealedLast, publishedAt: now() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Adds the chain of today if it is missing or another key sealed it, and the next one in time. */
  async function ensure(): Promise<void> {
    const day = today();
    const all = await readAll();
    const own = await readOwn();
    const nextId = (all.at(-1)?._id ?? -1) + 1;
    const current = chainOf(own, day);
    if (current === undefined) {
      if (chainOf(all, day) !== undefined)
        log.warn('the chain of days was sealed with another key: a new one begins today');
      return add(nextId, day);
    }
    const isNear = daysBetween(day, endOf(current)) <= PUBLISHED_BEFORE;
    if (isNear && nextOf(own, current) === undefined) await add(nextId, endOf(current));
  }

  /** The link of today or an earlier day, and its chain; `undefined` if no chain has that day. */
  function linkOf(all: readonly DayChainRecord[], day: string) {
    const chain = day <= today() ? chainOf(all, day) : undefined;
    const last = chain && lastLinkOf(chain);
    if (chain === undefined || last === undefined) return undefined;
    const index = daysBetween(chain.startsOn, day);
    return { chain, index, link: hashTimes(last, chain.length - 1 - index) };
  }

  /** Reads the link of today; adds its chain if the job has not done so yet. */
  async function readToday() {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const all = await readOwn();
      const found = linkOf(all, today());
      if (found !== undefined) return { ...found, all };
      await ensure();
    }
    throw new Error('Today has no chain');
  }

  /** What may be known today: today's link, those before it and the ends. */
  async function commitment(): Promise<Commitment> {
    const { all, chain, index, link } = await readToday();
    const links: Commitment['links'] = [];
    let shown = link;
    for (let day = index; day >= 0 && links.length < LINKS_SHOWN; day -= 1) {
      links.push({ date: addDays(chain.startsOn, day), link: shown.toString('hex') });
      shown = hashOf(shown);
    }
    const next = nextOf(all, chain);
    return {
      today: links[0]!.date,
      seed: seedOfLink(links[0]!.link),
      chain: present(chain),
      links,
      next: next === undefined ? null : present(next),
    };
  }

  /**
   * Returns the seed of today or an earlier day, such as 2026-11-26.
   * @throws RangeError for a later day, and for one without a chain
   */
  async function seedOfDay(day: string): Promise<number> {
    const found = day === today() ? await readToday() : linkOf(await readOwn(), day);
    if (found === undefined) throw new RangeError(`The seed of ${day} is not known`);
    return seedOfLink(found.link.toString('hex'));
  }

  return { ensure, commitment, seedOfDay };
}

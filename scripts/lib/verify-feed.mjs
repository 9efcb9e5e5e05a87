import { checkOrder } from '@social-feed/feed-order';
import { checkLinks, seedOfLink } from '@social-feed/feed-order/day-seed';
import { Refusal } from './say.mjs';

const FIRST = 20;
const LATER = 50;
/** Maximum number of walks; a walk restarts if the server pinned its seed again during it. */
const WALKS = 3;
/** Number of posts missing from one order that are requested one by one; further ones are only counted. */
const ASKED = 50;

/** Positions of page `page`, from 0; the end is exclusive (docs/feed-order.md). */
const spanOf = (page) =>
  page === 1 ? { from: 0, to: FIRST } : { from: FIRST + (page - 2) * LATER, to: FIRST + (page - 1) * LATER };

/** Thrown by `walk` if the order changed during the walk. */
class Changed extends Error {}

/** Reads a seed's order from its start and checks each page. */
async function walk(ask, seed, pages) {
  const walked = { seed, numberOf: new Map(), empty: 0, wrong: [], ended: false };
  for (let page = 1; page <= pages && !walked.ended; page += 1) {
    const { from, to } = spanOf(page);
    const { body } = await ask(
      `/posts/infinite?page=${page}&limit=${to - from}&isFirstLoad=${page === 1}&sortBy=random&seed=${seed}`,
    );
    const { data, generation, population, numbers } = body;
    const complete =
      Array.isArray(data) && Array.isArray(numbers) && numbers.length === data.length && body.seed === seed;
    if (!complete || !Number.isInteger(generation) || !Number.isInteger(population)) {
      walked.wrong.push(`Seed ${seed}, page ${page}: the answer does not say how its order was made.`);
      return walked;
    }
    walked.generation ??= generation;
    walked.population ??= population;
    if (walked.generation !== generation || walked.population !== population) throw new Changed();
    const { empty, wrong } = checkOrder({ seed, population, from, to, numbers });
    walked.empty += empty;
    if (wrong !== undefined)
      walked.wrong.push(
        `Seed ${seed}: post ${data[wrong]._id} on page ${page} does not stand where its seed puts it.`,
      );
    data.forEach(({ _id }, index) => {
      if (walked.numberOf.has(_id)) walked.wrong.push(`Seed ${seed}: post ${_id} came twice.`);
      walked.numberOf.set(_id, numbers[index]);
    });
    walked.ended = body.hasNextPage !== true;
  }
  return walked;
}

async function walkWhole(ask, seed, pages) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await walk(ask, seed, pages);
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      if (attempt === WALKS)
        throw new Refusal(`The order of seed ${seed} was made anew each time while it was read.`);
    }
  }
}

/** Compares two orders: each post must have the same number in both and be missing from neither. */
async function compare(ask, one, other) {
  if (one.generation !== other.generation)
    return { wrong: [], note: 'Numbers were given anew in between; run it again.' };
  const wrong = [];
  for (const [id, number] of one.numberOf) {
    const second = other.numberOf.get(id);
    if (second !== undefined && second !== number)
      wrong.push(
        `Post ${id} has the number ${number} for seed ${one.seed} and ${second} for seed ${other.seed}.`,
      );
  }
  if (!one.ended || !other.ended)
    return { wrong, note: 'The feed was not read to its end, so missing posts were not looked for.' };
  const least = Math.min(one.population, other.population);
  const lacking = [
    [one, other],
    [other, one],
  ].flatMap(([from, to]) =>
    [...from.numberOf]
      .filter(([id, number]) => number < least && !to.numberOf.has(id))
      .map(([id]) => ({ id, seed: to.seed })),
  );
  for (const { id, seed } of lacking.slice(0, ASKED)) {
    const { status } = await ask(`/posts/${id}`);
    if (status === 200) wrong.push(`Post ${id} is missing from the order of seed ${seed}.`);
  }
  const unasked = lacking.length - ASKED;
  return {
    wrong,
    note: unasked > 0 ? `${unasked} more posts are in one order only; they were not looked at.` : undefined,
  };
}

/**
 * Reads a feed with two seeds and checks that only the seeds determined its order.
 * @param {object} options
 * @param {(path: string) => Promise<{status: number, body: any}>} options.ask sends a GET to the API; rejects on
 *   failure
 * @param {[number, number]} options.seeds two different ones
 * @param {number} options.pages maximum pages read of each
 * @returns {Promise<{lines: string[], wrong: string[]}>} the observations and the errors, one sentence each
 */
export async function verifyFeed({ ask, seeds, pages }) {
  const [one, other] = [await walkWhole(ask, seeds[0], pages), await walkWhole(ask, seeds[1], pages)];
  const lines = [one, other].map(
    ({ seed, numberOf, empty, population, ended }) =>
      `Seed ${seed}: ${numberOf.size} posts ${ended ? 'to the end' : 'from the beginning'} of an order of ${population ?? '?'}; ${empty} places are empty.`,
  );
  const { wrong, note } = await compare(ask, one, other);
  return {
    lines: note === undefined ? lines : [...lines, note],
    wrong: [...one.wrong, ...other.wrong, ...wrong],
  };
}

/**
 * Reads the chain that gives the seeds of the days, and checks that it leads back to its published end.
 * @param {object} options
 * @param {(path: string) => Promise<{status: number, body: any}>} options.ask as for `verifyFeed`
 * @param {string} [options.end] an end that was noted earlier, of the chain or of the next one
 * @returns {Promise<{lines: string[], wrong: string[]}>} the observations and the errors, one sentence each
 */
export async function verifyDays({ ask, end }) {
  const { status, body } = await ask('/feed/commitment');
  if (status === 404) {
    const none = ['This server publishes no seeds of the days.'];
    // an end that was noted must still be there
    return end === undefined ? { lines: none, wrong: [] } : { lines: [], wrong: none };
  }
  const { chain, links, seed, today, next } = body?.data ?? {};
  if (typeof chain?.end !== 'string' || !Array.isArray(links))
    return { lines: [], wrong: ['The seed of the day: the answer is not readable.'] };
  const found = await checkLinks({ chain, links });
  if ('wrong' in found)
    return {
      lines: [],
      wrong: [`The link of ${found.wrong} does not fit the chain that ends in ${chain.end}.`],
    };
  const wrong = [];
  if (links[0].date !== today || seedOfLink(links[0].link) !== seed)
    wrong.push(`The seed of ${today}, ${seed}, does not follow from the link of that day.`);
  const ends = [chain.end, next?.end];
  if (end !== undefined && !ends.includes(end))
    wrong.push(`The end ${end} is not that of the chain of ${chain.startsOn}, nor that of the next one.`);
  const lines = [
    `Seed of ${today}: ${seed}; ${found.days === 1 ? '1 hash leads' : `${found.days} hashes lead`} from its link back to the end ${chain.end}, published ${chain.publishedAt}.`,
    ...(next ? [`The next chain begins on ${next.startsOn} and ends in ${next.end}.`] : []),
  ];
  return { lines, wrong };
}

// npm run verify-feed -- URL [--seed N] [--other-seed N] [--pages N] [--end HEX]: reads a feed with two seeds and checks
// that only the seeds determined its order, and that the seed of the day follows from its chain, whose end may have been
// noted earlier (docs/feed-order.md). URL is the API's, such as https://feed.example/api.
import './lib/check-node.mjs';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { Refusal, say, wholeNumber } from './lib/say.mjs';
import { command } from './lib/supervisor.mjs';

const SEEDS = 1_000_000;
/** Timeout of one request in milliseconds. */
const WAIT = 20_000;

await command(async (supervisor) => {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    options: { seed: text, 'other-seed': text, end: text, pages: { ...text, default: '100' } },
    allowPositionals: true,
  });
  const [address = ''] = positionals;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new Refusal('Name the address of an API: npm run verify-feed -- https://feed.example/api');
  const seed = wholeNumber('seed', values.seed ?? String(randomInt(SEEDS)), 0);
  const another = String((seed + 1 + randomInt(SEEDS - 1)) % SEEDS);
  const other = wholeNumber('other-seed', values['other-seed'] ?? another, 0);
  const pages = wholeNumber('pages', values.pages, 1);
  if (seed === other || Math.max(seed, other) >= SEEDS)
    throw new Refusal(`The seeds must be two different numbers below ${SEEDS}.`);

  const ask = async (path) => {
    const url = `${address.replace(/(?<!\/)\/+$/, '')}${path}`;
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT) });
      const { status } = answer;
      if (status !== 200 && status !== 404) throw new Error(`it answered ${status}`);
      return { status, body: await answer.json() };
    } catch (error) {
      throw new Refusal(`${url} cannot be read: ${error.message}`);
    }
  };

  await ensureInstalled(supervisor);
  await ensureBuilt(supervisor, ['@social-feed/feed-order']);
  const { verifyDays, verifyFeed } = await import('./lib/verify-feed.mjs');
  const { lines, wrong: misplaced } = await verifyFeed({ ask, seeds: [seed, other], pages });
  const days = await verifyDays({ ask, end: values.end?.toLowerCase() });
  for (const line of [...lines, ...misplaced, ...days.lines, ...days.wrong]) say(line);
  const wrong = [...misplaced, ...days.wrong];
  say(
    misplaced.length === 0
      ? 'Nothing but the seeds decided the order.'
      : 'The order is not that of its seeds.',
  );
  if (days.wrong.length > 0) say('The seed of the day does not follow from its published chain.');
  await supervisor.shutdown(wrong.length === 0 ? 0 : 1);
});

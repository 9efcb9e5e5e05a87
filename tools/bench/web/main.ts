// npm run bench -- web: a member's cold visit to the built app behind Caddy, and scrolling, compared with the least app that
// shows the same posts (docs/bench.md).
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../lib/figures.js';
import { measureLoad } from './measure-load.js';
import { measureScroll } from './measure-scroll.js';
import { measureData, measureThousand, SEED } from './measure-thousand.js';
import { launch, SCREENS, seedOf, signIn, visit, type Screen } from './page.js';
import { report, reportThousand, type Measured } from './report.js';
import { readBuild } from '../../../scripts/lib/web-build.mjs';
import { startWebStack } from './stack.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    /** Skips the scroll and the thousand posts. */
    'only-load': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const rounds = Math.max(1, Number(values.rounds));
const onlyLoad = values['only-load'];

const folder = join(process.env['DATA_DIR'] ?? '.data', 'bench');
mkdirSync(folder, { recursive: true });
const stack = await startWebStack(folder);
const browser = await launch();
let state = await signIn(browser, stack.app);
type Side = 'app' | 'floor';
/** Of the order of the app's last visit, which the floor shows too. */
let seed = SEED;
const addressOf = (side: Side) => (side === 'app' ? `${stack.app}/home` : `${stack.floor}/?seed=${seed}`);
const TRIES = 5;
const screens = Object.keys(SCREENS) as Screen[];
const empty = (): Measured => ({ load: [], scroll: [] });
const measured = {
  phone: { app: empty(), floor: empty() },
  desktop: { app: empty(), floor: empty() },
} satisfies Record<Screen, Record<Side, Measured>>;

/** Opens a side, and keeps what it measures unless the app's page came without posts. @returns whether it did not */
async function once(screen: Screen, side: Side, into?: Measured): Promise<boolean> {
  const opened = await visit(browser, state, { screen, slow: true });
  try {
    const load = await measureLoad(opened, addressOf(side));
    if (side === 'app') {
      const drawn = await seedOf(opened.page);
      if (drawn === undefined) return false;
      seed = drawn;
    }
    into?.load.push(load);
    if (into && !onlyLoad) into.scroll.push(await measureScroll(opened));
    return true;
  } finally {
    await opened.close();
  }
}

/** A web server that waits too long for the API sends the plain page: then once more. */
async function measure(screen: Screen, side: Side, into?: Measured): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await once(screen, side, into)) return;
    say('The page came without posts, so it does not count.');
  }
  throw new Error('The web server draws no posts');
}

// files and answers are cached in the servers' memory before the first counted round
for (const side of ['app', 'floor'] as const) await measure('phone', side);
for (let round = 0; round < rounds; round += 1) {
  say(`Round ${round + 1} of ${rounds} …`);
  // a session is valid for fifteen minutes
  state = await signIn(browser, stack.app);
  for (const screen of screens)
    for (const side of ['app', 'floor'] as const) await measure(screen, side, measured[screen][side]);
}
const builds = { app: readBuild(stack.folders.app), floor: readBuild(stack.folders.floor) };
const machine = `Node ${process.versions.node}, Chromium ${browser.version()}, ${cpus().length} cores`;
const parts = [report({ rounds, machine, measured, builds })];

if (!onlyLoad) {
  say('A thousand posts …');
  seed = SEED;
  const feed = await visit(browser, state, { screen: 'desktop', slow: false, seed: SEED });
  const thousand = await measureThousand(feed, () => measureLoad(feed, addressOf('app')));
  await feed.close();
  const data = await visit(browser, state, { screen: 'desktop', slow: false, seed: SEED });
  await measureLoad(data, addressOf('floor'));
  const dataHeap = await measureData(data, [thousand.first, thousand.second]);
  await data.close();
  parts.push(reportThousand({ ...thousand, data: dataHeap }));
}

const text = parts.join('\n\n');
say(`\n${text}`);
writeFileSync(join(folder, 'web.md'), `${text}\n`);
await browser.close();
await stack.stop();

// npm run bench -- web: the built app in Chromium compared with a floor that only mounts the libraries
// (docs/bench.md).
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../lib/figures.js';
import { measureLoad } from './measure-load.js';
import { measureScroll } from './measure-scroll.js';
import { measureData, measureThousand, SEED } from './measure-thousand.js';
import { launch, SCREENS, signIn, visit, type Screen } from './page.js';
import { seedsWithPicture, usePictures } from './pictures.js';
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
const member = await browser.newContext({ storageState: state });
await usePictures(stack.database, stack.api, stack.app, member);
await member.close();
const seeds = await seedsWithPicture(stack.app, rounds);

const sides = { app: `${stack.app}/home`, floor: `${stack.floor}/` };
type Side = keyof typeof sides;
const screens = Object.keys(SCREENS) as Screen[];
const empty = (): Measured => ({ load: [], scroll: [] });
const measured = {
  phone: { app: empty(), floor: empty() },
  desktop: { app: empty(), floor: empty() },
} satisfies Record<Screen, Record<Side, Measured>>;

async function once(screen: Screen, side: Side, seed: number, into?: Measured): Promise<void> {
  const opened = await visit(browser, state, { screen, slow: true, seed });
  try {
    const load = await measureLoad(opened, sides[side]);
    into?.load.push(load);
    if (onlyLoad) return;
    const scroll = await measureScroll(opened);
    into?.scroll.push(scroll);
  } finally {
    await opened.close();
  }
}

// files and answers are cached in the server's memory before the first counted round
for (const side of ['app', 'floor'] as const) await once('phone', side, seeds[0] ?? SEED);
for (const [round, seed] of seeds.entries()) {
  say(`Round ${round + 1} of ${rounds} …`);
  // a session is valid for fifteen minutes
  state = await signIn(browser, stack.app);
  for (const screen of screens) {
    // the order alternates, so that neither side always runs second
    for (const side of round % 2 ? (['app', 'floor'] as const) : (['floor', 'app'] as const))
      await once(screen, side, seed, measured[screen][side]);
  }
}
const builds = { app: readBuild(stack.folders.app), floor: readBuild(stack.folders.floor) };
const machine = `Node ${process.versions.node}, Chromium ${browser.version()}, ${cpus().length} cores`;
const parts = [report({ rounds, machine, measured, builds })];

if (!onlyLoad) {
  say('A thousand posts …');
  const feed = await visit(browser, state, { screen: 'desktop', slow: false, seed: SEED });
  const thousand = await measureThousand(feed, () => measureLoad(feed, sides.app));
  await feed.close();
  const data = await visit(browser, state, { screen: 'desktop', slow: false, seed: SEED });
  await measureLoad(data, sides.floor);
  const dataHeap = await measureData(data, [thousand.first, thousand.second]);
  await data.close();
  parts.push(reportThousand({ ...thousand, data: dataHeap }));
}

const text = parts.join('\n\n');
say(`\n${text}`);
writeFileSync(join(folder, 'web.md'), `${text}\n`);
await browser.close();
await stack.stop();

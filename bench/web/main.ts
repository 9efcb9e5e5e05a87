// npm run bench -- web: the built app in Chromium beside a floor that only mounts the libraries (docs/bench.md).
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureLoad, type Load } from './measure-load.js';
import { measureScroll, type Scroll } from './measure-scroll.js';
import { measureData, measureThousand } from './measure-thousand.js';
import { launch, signIn, visit } from './page.js';
import { report, type Measured } from './report.js';
import { readBuild } from './sizes.js';
import { startWebStack } from './stack.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' } },
  allowPositionals: true,
});
const rounds = Math.max(1, Number(values.rounds));
const say = (line: string) => process.stdout.write(`${line}\n`);

const folder = join(process.env['DATA_DIR'] ?? '.data', 'bench');
mkdirSync(folder, { recursive: true });
const stack = await startWebStack(folder);
const browser = await launch();
const state = await signIn(browser, stack.app);

const sides = { app: `${stack.app}/home`, floor: `${stack.floor}/` };
type Side = keyof typeof sides;
const measured: Record<Side, Measured> = { app: { load: [], scroll: [] }, floor: { load: [], scroll: [] } };

async function once(side: Side): Promise<{ load: Load; scroll: Scroll }> {
  const opened = await visit(browser, state, true);
  try {
    const load = await measureLoad(opened, sides[side]);
    return { load, scroll: await measureScroll(opened) };
  } finally {
    await opened.close();
  }
}

// files and answers are in the server's memory before the first round counts
for (const side of ['app', 'floor'] as const) await once(side);
for (let round = 0; round < rounds; round += 1) {
  say(`Round ${round + 1} of ${rounds} …`);
  // who goes first changes, so that neither side always follows the other
  for (const side of round % 2 ? (['app', 'floor'] as const) : (['floor', 'app'] as const)) {
    const { load, scroll } = await once(side);
    measured[side].load.push(load);
    measured[side].scroll.push(scroll);
  }
}

say('A thousand posts …');
const feed = await visit(browser, state, false);
const thousand = await measureThousand(feed, () => measureLoad(feed, sides.app));
await feed.close();
const data = await visit(browser, state, false);
await measureLoad(data, sides.floor);
const dataHeap = await measureData(data, [thousand.first, thousand.second]);
await data.close();

const text = report({
  rounds,
  machine: `Node ${process.versions.node}, Chromium ${browser.version()}, ${cpus().length} cores`,
  measured,
  thousand: { ...thousand, data: dataHeap },
  builds: { app: readBuild(stack.folders.app), floor: readBuild(stack.folders.floor) },
});
say(`\n${text}`);
writeFileSync(join(folder, 'web.md'), `${text}\n`);
await browser.close();
await stack.stop();

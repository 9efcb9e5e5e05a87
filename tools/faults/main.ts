// npm run faults -- api: the full fault tests of the API; apps/api/src/testing/faults/faults.test.ts is the short form.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killLoop } from '@social-feed/api/testing/faults/kills';
import { freePort, killNow } from '@social-feed/api/testing/faults/processes';
import { stopUnderLoad } from '@social-feed/api/testing/faults/stop';
import { startDatabase } from './database.js';
import { outages } from './outages.js';
import { overload } from './overload.js';

const { values: given } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    writers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '60' },
  },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'api-faults-'));
const failures: string[] = [];
const say = (line: string) => process.stdout.write(`${line}\n`);
const close = (title: string, wrong: string[], summary: string) => {
  say(`${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${title}: ${summary}`);
  for (const sentence of wrong.slice(0, 10)) say(`         ${sentence}`);
  failures.push(...wrong);
};
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const uriOf = (port: number, name: string) => `mongodb://127.0.0.1:${port}/${name}`;

try {
  const port = await freePort();
  const outage = await outages(join(folder, 'outages'), port, uriOf(port, 'faults'));
  close(
    'database down, killed, hanging',
    outage.wrong,
    `service ${seconds(outage.begins)} after its first start, ${seconds(outage.recovers)} after its restart; 503 after ${seconds(outage.refuses)} while it hangs`,
  );

  const database = await startDatabase(join(folder, 'db'), port);
  try {
    const stop = await stopUnderLoad(uriOf(port, 'stop'), 100);
    close(
      'SIGTERM under load',
      [...stop.wrong, ...(stop.late > 0 ? [`${stop.late} requests passed their deadline`] : [])],
      `${stop.inFlight} requests in flight, ended in ${seconds(stop.took)}`,
    );

    const kills = await killLoop({
      uri: uriOf(port, 'kills'),
      kills: Number(given.kills),
      writers: Number(given.writers),
      writesFor: () => 300 + Math.random() * 1500,
      repairWithin: 60_000,
      jobsWithin: 180_000,
      report: say,
    });
    close(
      'kill -9 under writers',
      [...kills.wrong, ...kills.idle.map((name) => `none of ${name} was acknowledged`)],
      `${given.kills} kills, ${kills.acknowledged} writes acknowledged; ${kills.wrongAtFirst} counters and notifications wrong at the last start, none after ${seconds(kills.repairedAfter)}`,
    );

    const load = await overload(uriOf(port, 'load'), Number(given.seconds));
    close(
      `ten times the load, ${load.behindCaddy ? 'behind Caddy' : 'straight at Node, as no Caddy is installed'}`,
      load.wrong,
      `${Math.round(load.capacity)} requests a second served when calm; ${load.offered.toFixed(1)} times as many for ${given.seconds} s: ${load.served} served with a 99th percentile of ${seconds(load.p99)}, ${load.shed} refused, half of them within ${seconds(load.refusedIn)}; as before ${seconds(load.recovered)} later`,
    );
    say(`       reading takes ${load.stormRatio.toFixed(1)} times as long during a storm of sign-ins`);
  } finally {
    await killNow(database);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures.length > 0) process.exitCode = 1;

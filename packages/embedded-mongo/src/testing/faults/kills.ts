import { spawnRunning } from '../server.js';
import { verify } from './verify.js';
import { connect, Expected, writeUntil } from './workload.js';

export interface KillOptions {
  dbPath: string;
  rounds: number;
  writers: number;
  /** Acknowledged writes before the kill in a round. */
  writesOf: (round: number) => number;
  program?: string | undefined;
  report?: (line: string) => void;
}

export interface KillResult {
  acknowledged: number;
  documents: number;
  wrong: string[];
}

/** Kills a server under load repeatedly, and compares the store with the acknowledged writes after each start. */
export async function killLoop(options: KillOptions): Promise<KillResult> {
  const { dbPath, rounds, writers, writesOf, program, report } = options;
  const expected = new Expected();
  const result: KillResult = { acknowledged: 0, documents: 0, wrong: [] };
  for (let round = 0; round <= rounds; round++) {
    const server = await spawnRunning(['--port', '0', '--dbpath', dbPath], { program });
    const { client, items } = await connect(server.port);
    const wrong = await verify(client, items, expected);
    result.wrong.push(...wrong.map((sentence) => `after ${round} kills: ${sentence}`));
    result.documents = expected.values.size;
    if (round === rounds || wrong.length > 0) {
      await client.close();
      await server.end('SIGTERM');
      break;
    }
    const target = expected.acknowledged + writesOf(round);
    let killed: Promise<void> | undefined;
    const enough = () => {
      if (expected.acknowledged >= target) killed ??= server.kill();
    };
    await Promise.all(
      Array.from({ length: writers }, () => writeUntil(items, expected, () => killed !== undefined, enough)),
    );
    await killed;
    await client.close(true);
    result.acknowledged = expected.acknowledged;
    report?.(`kill ${round + 1}: ${expected.acknowledged} acknowledged, ${expected.doubts.size} in doubt`);
  }
  return result;
}

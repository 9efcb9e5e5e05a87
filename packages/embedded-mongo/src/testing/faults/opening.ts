import { spawnRunning } from '../server.js';
import { ask } from './disk.js';

/** Milliseconds from program start to the first reply, on an empty directory and after a kill. */
export async function openingTimes(
  folder: string,
  documents: number,
  program?: string,
): Promise<{ empty: number; full: number }> {
  const args = (name: string) => ['--port', '0', '--dbpath', `${folder}-${name}`];
  const open = async (name: string) => {
    const start = performance.now();
    const server = await spawnRunning(args(name), { program });
    await ask(server.port, (client) => client.db('faults').collection('many').findOne({ n: 1 }));
    const took = performance.now() - start;
    await server.kill();
    return took;
  };
  const server = await spawnRunning(args('full'), { program });
  await ask(server.port, async (client) => {
    const many = client.db('faults').collection('many');
    await many.createIndexes([
      { key: { n: 1 }, unique: true },
      { key: { tags: 1 } },
      { key: { group: 1, n: -1 } },
    ]);
    for (let n = 0; n < documents; n += 2000)
      await many.insertMany(
        Array.from({ length: Math.min(2000, documents - n) }, (_, i) => ({
          n: n + i,
          group: i % 100,
          tags: [`t${i % 50}`, 'all'],
          text: 'x'.repeat(500),
        })),
        { ordered: false },
      );
  });
  await server.kill();
  // best of three, to exclude other load on the machine
  const best = async (name: string) => Math.min(await open(name), await open(name), await open(name));
  return { empty: await best('empty'), full: await best('full') };
}

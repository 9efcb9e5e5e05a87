import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEMO_POSTS } from '../data/index.js';
import {
  createPasswordHasher,
  ConfigError,
  readEnv,
  createConfig,
  prepareDatabase,
  PreparationError,
  createConnection,
  openConnection,
} from '@social-feed/api/seeding';
import { demoCollections, demoModels, listDemoModels } from './demo-collections.js';
import { seedDemo, type SeedRequest } from './seed-demo.js';

const USAGE = 'Usage: demo [--if-empty | --posts N] [--no-reactions]';

function readRequest(): SeedRequest {
  const { values } = parseArgs({
    options: {
      'if-empty': { type: 'boolean', default: false },
      posts: { type: 'string' },
      'no-reactions': { type: 'boolean', default: false },
    },
  });
  const posts = values.posts ?? String(DEMO_POSTS);
  if (!/^[1-9]\d{0,8}$/.test(posts))
    throw new ConfigError(`--posts must be a whole number above 0. ${USAGE}`);
  return { posts: Number(posts), onlyIfEmpty: values['if-empty'], reactions: !values['no-reactions'] };
}

async function run(): Promise<void> {
  const request = readRequest();
  const config = createConfig(readEnv());
  if (request.onlyIfEmpty && !config.demoData) return;
  let interrupted = false;
  // Finish the current batch; the next start continues after it.
  process.once('SIGTERM', () => (interrupted = true));
  process.once('SIGINT', () => (interrupted = true));

  const connection = createConnection();
  await openConnection(connection, config.mongo);
  try {
    const models = demoModels(connection);
    const isUpdate = await connection.db!.listCollections({ name: 'users' }).hasNext();
    const log = { info: (line: string) => void process.stdout.write(`${line}\n`) };
    await prepareDatabase(connection, listDemoModels(models), isUpdate ? { log } : {});
    const hasher = createPasswordHasher(config.argon2);
    await seedDemo(demoCollections(models), request, {
      mediaOrigin: config.apiOrigin,
      hashPasswords: async () => ({
        demo: await hasher.hash('Demo1234'),
        others: await hasher.hash(randomBytes(32).toString('hex')),
      }),
      output: process.stdout,
      clock: () => performance.now(),
      stopped: () => interrupted,
    });
    if (interrupted) process.exitCode = 130;
  } finally {
    await connection.close();
  }
}

try {
  await run();
} catch (error) {
  const known =
    error instanceof ConfigError ||
    error instanceof PreparationError ||
    (error instanceof TypeError && 'code' in error);
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
  );
  process.exitCode = 1;
}

import { isDuplicateKey } from '@social-feed/api/seeding';
import type { DemoCollections } from './demo-collections.js';
import type { DemoSetRecord } from './demo-set.model.js';
import { createProgress, type ProgressOutput } from './progress.js';
import { rewriteMediaOrigin } from './rewrite-media-origin.js';
import { peopleFor, requireFreeNames, seedSet } from './seed-set.js';

/** What the seed command was asked for. */
export interface SeedRequest {
  posts: number;
  /** Write only where no user exists yet, as `npm start` asks for. */
  onlyIfEmpty: boolean;
  /** Whether comments and reactions come with the posts. */
  reactions: boolean;
}

export interface SeedEnvironment {
  /** Origin that serves the demo media. */
  mediaOrigin: string;
  hashPasswords: () => Promise<{ demo: string; others: string }>;
  output: ProgressOutput;
  /** milliseconds */
  clock: () => number;
  stopped?: () => boolean;
}

/**
 * Carries out the seed command: first completes sets that were interrupted, then writes the new one. A start waits for no
 * set that is larger than its own: what is there of it is whole, and the next `npm run seed` goes on with it.
 * @returns how many posts were written
 * @throws ConfigError where somebody has the name or the e-mail address of one of the new set's people
 */
export async function seedDemo(
  collections: DemoCollections,
  request: SeedRequest,
  environment: SeedEnvironment,
): Promise<number> {
  const { output, mediaOrigin } = environment;
  let written = 0;
  const sets = await collections.sets.find({}, { sort: { _id: 1 } }).toArray();
  const due = sets.filter((set) => !set.done && (!request.onlyIfEmpty || set.posts <= request.posts));
  for (const unfinished of due) {
    output.write('The demo data are incomplete: going on from where they stopped.\n');
    written += await write(collections, unfinished, environment);
  }
  if (environment.stopped?.() === true) return written;
  const moved = await rewriteMediaOrigin(collections, mediaOrigin);
  if (moved > 0) output.write(`The demo media are now addressed at ${mediaOrigin}.\n`);

  if (request.onlyIfEmpty && (sets.length > 0 || (await collections.users.findOne({})) !== null))
    return written;
  const record: DemoSetRecord = {
    _id: (sets.at(-1)?._id ?? -1) + 1,
    posts: request.posts,
    people: peopleFor(request.posts),
    reactions: request.reactions,
    next: 0,
    done: false,
    mediaOrigin,
  };
  await requireFreeNames(collections, record);
  try {
    await collections.sets.insertOne(record);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    output.write('Another process is writing demo data; leaving it to that one.\n');
    return written;
  }
  return written + (await write(collections, record, environment));
}

async function write(
  collections: DemoCollections,
  record: DemoSetRecord,
  { hashPasswords, output, clock, stopped }: SeedEnvironment,
): Promise<number> {
  const progress = createProgress('Demo posts', record.posts, output, clock);
  let done = record.next;
  await seedSet(collections, record, {
    passwords: await hashPasswords(),
    onProgress: (next) => {
      done = next;
      progress.update(next);
    },
    ...(stopped ? { stopped } : {}),
  });
  return done - record.next;
}

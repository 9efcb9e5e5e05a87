import { isDuplicateKey } from '@social-feed/api/seeding';
import type { DemoCollections } from './demo-collections.js';
import type { DemoSetRecord } from './demo-set.model.js';
import { createProgress, type ProgressOutput } from './progress.js';
import { rewriteMediaOrigin } from './rewrite-media-origin.js';
import { peopleFor, requireFreeNames, seedSet } from './seed-set.js';

/** Options of the seed command. */
export interface SeedRequest {
  posts: number;
  /** Write only if no user exists yet; set by `npm start`. */
  onlyIfEmpty: boolean;
  /** Whether to write comments and reactions with the posts. */
  reactions: boolean;
}

export interface SeedEnvironment {
  /** Origin that serves the demo media. */
  mediaOrigin: string;
  hashPasswords: () => Promise<{ demo: string; others: string }>;
  output: ProgressOutput;
  /** In milliseconds. */
  clock: () => number;
  stopped?: () => boolean;
  /** How many posts are written at once. Default: 500. */
  batch?: number;
}

/**
 * Runs the seed command: first completes interrupted sets, then writes the new one. A start does not wait for
 * larger sets than its own: their existing posts are complete, and the next `npm run seed` continues them.
 * @returns how many posts were written
 * @throws ConfigError if a user has the name or email address of one of the new set's users
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
  { hashPasswords, output, clock, stopped, batch }: SeedEnvironment,
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
    ...(batch === undefined ? {} : { batch }),
  });
  return done - record.next;
}

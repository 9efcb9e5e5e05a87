import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { rewriteClip, type ClipFacts } from '../content/media/clip-file.js';
import { readKept } from './edited-clips-model.js';
import { writeTestClip, type TestClip } from './edited-clips.js';

export interface Rewritten {
  facts: ClipFacts;
  /** The bytes of the rewritten file, one character each. */
  bytes: string;
  kept: Awaited<ReturnType<typeof readKept>>;
}

/** Rewrites clips in a temporary folder, and reads the result. */
export function clipRewriter(): (clip: TestClip) => Promise<Rewritten> {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'social-feed-edits-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return async (clip) => {
    const [from, to] = [join(directory, 'from'), join(directory, 'to')];
    await writeFile(from, await writeTestClip(clip));
    const facts = await rewriteClip(from, to);
    return { facts, bytes: (await readFile(to)).toString('latin1'), kept: await readKept(to) };
  };
}

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import mongoose from 'mongoose';
import * as z from 'zod/mini';

const { BSON } = mongoose.mongo;
const { EJSON } = BSON;

/** A document with its BSON types: a long stays a long, a double a double. */
export type StoredDocument = Record<string, unknown>;

interface ArchivedCollection {
  name: string;
  documents: number;
  indexes: StoredDocument[];
}

/** Describes a backup. Written last, so a folder without it is not a complete backup. */
export interface Manifest {
  format: 1;
  startedAt: Date;
  endedAt: Date;
  /** Whether the whole backup shows one point in time, which needs a replica set. */
  snapshot: boolean;
  /** Names of the applied migrations; empty in backups from versions without migrations. */
  migrations: string[];
  collections: ArchivedCollection[];
}

/** Numbers are objects with their type, as index definitions need. */
const wholeNumber = z.pipe(
  z.transform((value: unknown) => Number(value)),
  z.int().check(z.minimum(0)),
);
const manifestFile = z.object({
  format: wholeNumber,
  startedAt: z.date(),
  endedAt: z.date(),
  snapshot: z.boolean(),
  migrations: z._default(z.array(z.string()), []),
  collections: z.array(
    z.object({
      /** Also the name of the file. */
      name: z.string().check(z.regex(/^[\w-][\w.-]*$/)),
      documents: wholeNumber,
      indexes: z.array(z.looseObject({ name: z.string(), key: z.record(z.string(), z.unknown()) })),
    }),
  ),
});

/** An error that an operator can understand. */
export class BackupRefusal extends Error {}

export const MANIFEST = 'manifest.json';
const fileOf = (folder: string, name: string) => join(folder, `${name}.bson.gz`);

/** Creates the folder of a new backup, readable only by its owner. */
export async function createArchive(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupRefusal(`The folder ${folder} is not empty.`);
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), EJSON.stringify(manifest, undefined, 2, { relaxed: false }));

/** Parses extended JSON; returns `undefined` if it is invalid. */
function parseExtended(text: string): unknown {
  try {
    return EJSON.parse(text, { relaxed: false });
  } catch {
    return undefined;
  }
}

/** @throws BackupRefusal if the folder does not hold a complete backup of this format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupRefusal(`There is no whole backup in ${folder}.`);
    throw new BackupRefusal(`The backup in ${folder} cannot be read: ${message}.`);
  });
  const { data, error } = manifestFile.safeParse(parseExtended(text));
  if (error !== undefined) {
    const where = error.issues[0]?.path.join('.') ?? '';
    throw new BackupRefusal(
      `${join(folder, MANIFEST)} is damaged${where === '' ? '' : ` at ${where}`}: take another backup.`,
    );
  }
  if (data.format !== 1) throw new BackupRefusal(`The backup in ${folder} has another format.`);
  return { ...data, format: 1 };
}

/**
 * Writes raw documents one after the other, compressed.
 * @returns their number
 */
export async function writeDocuments(
  folder: string,
  name: string,
  documents: AsyncIterable<Uint8Array>,
): Promise<number> {
  let count = 0;
  async function* counted() {
    for await (const document of documents) {
      count += 1;
      yield document;
    }
  }
  const file = createWriteStream(fileOf(folder, name), { mode: 0o600 });
  await pipeline(Readable.from(counted(), { objectMode: true }), createGzip(), file);
  return count;
}

/** Reads documents in batches of limited size, one batch in memory at a time. */
export async function* readDocuments(
  folder: string,
  name: string,
  batchSize = 500,
): AsyncGenerator<StoredDocument[]> {
  const file = fileOf(folder, name);
  // the loop below receives errors
  const unpacked = pipe(createReadStream(file), createGunzip(), () => undefined) as AsyncIterable<Buffer>;
  let rest = Buffer.alloc(0);
  let batch: StoredDocument[] = [];
  try {
    for await (const chunk of unpacked) {
      rest = Buffer.concat([rest, chunk]);
      // each document begins with its length
      for (let size = sizeOf(rest); size <= rest.length; size = sizeOf(rest)) {
        batch.push(BSON.deserialize(rest.subarray(0, size), { promoteValues: false, bsonRegExp: true }));
        rest = rest.subarray(size);
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
  } catch (error) {
    throw new BackupRefusal(`${file} is damaged: ${String(error)}.`);
  }
  if (rest.length > 0) throw new BackupRefusal(`${file} ends within a document.`);
  if (batch.length > 0) yield batch;
}

const sizeOf = (bytes: Buffer): number => (bytes.length < 4 ? Infinity : bytes.readInt32LE(0));

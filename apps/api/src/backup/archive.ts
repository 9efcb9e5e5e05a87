import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import mongoose from 'mongoose';
import * as z from 'zod/mini';
import { BackupRefusal } from './backup-refusal.js';
import { ENCRYPTED, type Transform } from './encryption.js';

const { BSON } = mongoose.mongo;
const { EJSON } = BSON;

/** A document with its BSON types: a long stays a long, a double a double. */
export type StoredDocument = Record<string, unknown>;

interface ArchivedCollection {
  name: string;
  documents: number;
  indexes: StoredDocument[];
}

/** The instance that made a backup. */
export interface Owner {
  /** Made once, in its database. */
  id: string;
  /** Host of its web app, and the name of its database, which tell people which one it is. */
  name: string;
  database: string;
}

/** Describes a backup. Written last, so a folder without it is not a complete backup. Never encrypted. */
export interface Manifest {
  /** 1 from versions that named no owner. */
  format: 1 | 2;
  owner?: Owner | undefined;
  /** Grows with each backup of an owner, even if the clock goes back. */
  number?: number | undefined;
  /** Number of the uploaded files; absent if they are not part of it. */
  uploads?: number | undefined;
  encrypted: boolean;
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
  owner: z.optional(z.object({ id: z.uuid(), name: z.string(), database: z.string() })),
  number: z.optional(wholeNumber),
  uploads: z.optional(wholeNumber),
  encrypted: z._default(z.boolean(), false),
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

export const MANIFEST = 'manifest.json';
const fileOf = (folder: string, name: string, encryption: Transform | undefined) =>
  join(folder, `${name}.bson.gz${encryption === undefined ? '' : ENCRYPTED}`);
/** Changes nothing. */
const asIs: Transform = async function* asIs(bytes) {
  yield* bytes;
};

/** Creates the folder of a new backup, readable only by its owner. */
export async function createArchive(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupRefusal(`The folder ${folder} is not empty.`);
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), EJSON.stringify(manifest, undefined, 2, { relaxed: false }), {
    flush: true,
  });

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
  const { format } = data;
  if (format === 1 || (format === 2 && data.owner !== undefined && data.number !== undefined))
    return { ...data, format };
  throw new BackupRefusal(
    `The backup in ${folder} has a format that this version of Social Feed does not know: restore it with a later one.`,
  );
}

/**
 * Writes raw documents one after the other, compressed and, if asked, encrypted. They are on the disk when this
 * resolves.
 * @returns their number
 */
export async function writeDocuments(
  folder: string,
  name: string,
  documents: AsyncIterable<Uint8Array>,
  encrypt?: Transform,
): Promise<number> {
  let count = 0;
  async function* counted() {
    for await (const document of documents) {
      count += 1;
      yield document;
    }
  }
  const file = createWriteStream(fileOf(folder, name, encrypt), { mode: 0o600, flush: true });
  await pipeline(Readable.from(counted(), { objectMode: true }), createGzip(), encrypt ?? asIs, file);
  return count;
}

/** Reads documents in batches of limited size, one batch in memory at a time. */
export async function* readDocuments(
  folder: string,
  name: string,
  { batchSize = 500, decrypt }: { batchSize?: number; decrypt?: Transform | undefined } = {},
): AsyncGenerator<StoredDocument[]> {
  const file = fileOf(folder, name, decrypt);
  // the loop below receives errors
  const unpacked = pipe(
    createReadStream(file),
    decrypt ?? asIs,
    createGunzip(),
    () => undefined,
  ) as unknown as AsyncIterable<Buffer>;
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

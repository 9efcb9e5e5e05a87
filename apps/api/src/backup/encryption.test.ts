import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import mongoose from 'mongoose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDocuments, writeDocuments } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { createKey, KEY_FILE, privateKeyIn, readKey } from './encryption.js';

const PASSPHRASE = 'correct horse battery staple';
const { BSON } = mongoose.mongo;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'social-feed-age-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const documents = (count: number): AsyncIterable<Uint8Array> =>
  Readable.from(Array.from({ length: count }, (_, index) => BSON.serialize({ index, name: 'Ada' })));
async function read(secrets: Parameters<typeof readKey>[1]): Promise<number> {
  let count = 0;
  for await (const batch of readDocuments(folder, 'users', { decrypt: await readKey(folder, secrets) }))
    count += batch.length;
  return count;
}

it('encrypts with a passphrase, as the program age does', async () => {
  await writeDocuments(folder, 'users', documents(5000), await createKey(folder, { passphrase: PASSPHRASE }));
  expect((await readdir(folder)).sort()).toEqual([KEY_FILE, 'users.bson.gz.age']);
  for (const file of await readdir(folder))
    expect((await readFile(join(folder, file), 'latin1')).startsWith('age-encryption.org/v1\n')).toBe(true);
  expect(await read({ passphrase: PASSPHRASE })).toBe(5000);
  // the library's own reader of passphrases
  const age = new Decrypter();
  age.addPassphrase(PASSPHRASE);
  expect(await age.decrypt(await readFile(join(folder, KEY_FILE)), 'text')).toMatch(
    /^AGE-SECRET-KEY-1\S+\n$/,
  );
});

it('encrypts with a public key, which cannot decrypt', async () => {
  const privateKey = await generateX25519Identity();
  const publicKey = await identityToRecipient(privateKey);
  await writeDocuments(folder, 'users', documents(3), await createKey(folder, { publicKey }));
  expect(
    await read({ privateKey: privateKeyIn(`# created: today\n# public key: ${publicKey}\n${privateKey}\n`) }),
  ).toBe(3);
  await expect(read({ privateKey: await generateX25519Identity() })).rejects.toThrow(BackupRefusal);
  await expect(read({ passphrase: PASSPHRASE })).rejects.toThrow(
    'Neither the passphrase nor the private key',
  );
  await expect(read({})).rejects.toThrow('set BACKUP_PASSPHRASE');
  expect(() => privateKeyIn(publicKey)).toThrow(BackupRefusal);
});

it('rejects a changed, shortened or foreign file', async () => {
  const privateKey = await generateX25519Identity();
  const publicKey = await identityToRecipient(privateKey);
  await writeDocuments(folder, 'users', documents(50), await createKey(folder, { publicKey }));
  const path = join(folder, 'users.bson.gz.age');
  const whole = await readFile(path);
  const changed = Buffer.from(whole);
  changed[changed.length - 20]! ^= 1;
  for (const bytes of [changed, whole.subarray(0, -5), Buffer.from('age-encryption.org/v1\n')]) {
    await writeFile(path, bytes);
    await expect(read({ privateKey })).rejects.toThrow(/users\.bson\.gz\.age is damaged/);
  }
});

import { createCipheriv, randomBytes, scrypt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient, Stanza } from 'age-encryption';
import { BackupRefusal } from './backup-refusal.js';

/** How backups are encrypted: with a passphrase, with a public key of age, or not at all. */
export type Encryption = { passphrase: string } | { publicKey: string } | null;
/** What can decrypt one: the passphrase, or the private key of age. */
export type Secrets = { passphrase?: string | undefined; privateKey?: string | undefined };

/** Changes a stream of bytes within a pipeline. */
export type Transform = (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/** Extension of encrypted files. */
export const ENCRYPTED = '.age';
/** File with the key of a backup's other files, encrypted with the host's passphrase or public key. */
export const KEY_FILE = `key${ENCRYPTED}`;

/**
 * Work of a guess at the passphrase, as a power of two. The encryption of a key takes 64 MB and a fifth of a second.
 */
const SCRYPT_LOG_N = 16;
const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

/**
 * The scrypt recipient of age. The one of the library works on the main thread, where it would stop every request
 * for a second.
 */
const passphraseRecipient = (passphrase: string) => ({
  async wrapFileKey(fileKey: Uint8Array) {
    const salt = randomBytes(16);
    const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]);
    const options = { N: 2 ** SCRYPT_LOG_N, r: 8, p: 1, maxmem: 2 ** (SCRYPT_LOG_N + 11) };
    const key = await deriveKey(passphrase, labelled, 32, options);
    const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    const unpadded = salt.toString('base64').replaceAll('=', '');
    return [new Stanza(['scrypt', unpadded, String(SCRYPT_LOG_N)], body)];
  },
});

const toWeb = (bytes: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(
    Readable.from(bytes, { objectMode: false }),
  ) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream) as AsyncIterable<Uint8Array>;

/**
 * Makes a key for the files of one backup and writes it to the folder, encrypted. So a passphrase is stretched once
 * for each backup, not for each file.
 * @returns encrypts a file
 */
export async function createKey(folder: string, encryption: NonNullable<Encryption>): Promise<Transform> {
  const identity = await generateX25519Identity();
  const outer = new Encrypter();
  outer.addRecipient(
    'passphrase' in encryption ? passphraseRecipient(encryption.passphrase) : encryption.publicKey,
  );
  await writeFile(join(folder, KEY_FILE), await outer.encrypt(`${identity}\n`), { mode: 0o600, flush: true });
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  return async function* encrypt(bytes) {
    yield* fromWeb(await encrypter.encrypt(toWeb(bytes)));
  };
}

/**
 * Reads the key of a backup.
 * @returns decrypts a file
 * @throws BackupRefusal if no secret fits
 */
export async function readKey(folder: string, { passphrase, privateKey }: Secrets): Promise<Transform> {
  const sealed = await readFile(join(folder, KEY_FILE)).catch((error: unknown) => {
    throw new BackupRefusal(
      `The key of the backup in ${folder} cannot be read: ${(error as Error).message}.`,
    );
  });
  if (passphrase === undefined && privateKey === undefined) {
    throw new BackupRefusal(
      'The backup is encrypted: set BACKUP_PASSPHRASE, or name the file of the private key with --key FILE.',
    );
  }
  const outer = new Decrypter();
  const decrypter = new Decrypter();
  try {
    if (passphrase !== undefined) outer.addPassphrase(passphrase);
    if (privateKey !== undefined) outer.addIdentity(privateKey);
    decrypter.addIdentity((await outer.decrypt(sealed, 'text')).trim());
  } catch (error) {
    throw new BackupRefusal('Neither the passphrase nor the private key decrypts this backup.', {
      cause: error,
    });
  }
  return async function* decrypt(bytes) {
    yield* fromWeb(await decrypter.decrypt(toWeb(bytes)));
  };
}

/** Returns the private key in a file of `age-keygen`. */
export function privateKeyIn(text: string): string {
  const key = /^AGE-SECRET-KEY-\S+$/m.exec(text)?.[0];
  if (key === undefined)
    throw new BackupRefusal('The file of --key has no private key of age (AGE-SECRET-KEY-…).');
  return key;
}

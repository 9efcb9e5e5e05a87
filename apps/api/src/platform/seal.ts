import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates a value, so that only this service can read it, for one purpose.
 * @param purpose the use of the text; `unseal` needs the same
 */
export function seal(key: Buffer, purpose: string, value: unknown): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Returns the sealed value, or `undefined` if the text was not made with this key for this purpose. */
export function unseal(key: Buffer, purpose: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns a sealed value with an end, or `undefined` once that has passed.
 * @param now compared with the value's `expiresAt`, milliseconds since 1970
 */
export function unsealUnexpired(key: Buffer, purpose: string, sealed: string, now: Date): unknown {
  const value = unseal(key, purpose, sealed) as { expiresAt: number } | undefined;
  return value !== undefined && value.expiresAt > now.getTime() ? value : undefined;
}

/** Compares in constant time. */
export function equalSecrets(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

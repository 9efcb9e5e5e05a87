import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 12;

const macOf = (key: Buffer, payload: string) =>
  createHmac('sha256', key).update(payload).digest().subarray(0, MAC_BYTES).toString('base64url');

/**
 * Packs a paging position into an opaque text that only this service can have made.
 * @param key any secret of the service
 */
export function encodeCursor(key: Buffer, position: unknown): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${payload}.${macOf(key, payload)}`;
}

/** The position inside a cursor, or `undefined` where it is malformed or was tampered with (security 18). */
export function decodeCursor(key: Buffer, cursor: string): unknown {
  const [payload, mac, ...rest] = cursor.split('.');
  if (payload === undefined || mac === undefined || rest.length > 0) return undefined;
  const expected = Buffer.from(macOf(key, payload));
  const given = Buffer.from(mac);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

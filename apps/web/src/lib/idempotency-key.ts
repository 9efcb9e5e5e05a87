/**
 * A fresh `Idempotency-Key`. Make it with the mutation's variables, not in its function: a retry must carry the same key.
 * `crypto.randomUUID` is missing on plain http, hence the bytes.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

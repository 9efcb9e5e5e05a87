/** MongoDB's refusal of a second document under a unique index. */
export interface DuplicateKeyError extends Error {
  code: 11000;
  keyPattern?: Record<string, unknown>;
}

const DUPLICATE_KEY = 11_000;

/** Whether an error, of a single write or of a bulk write, is a duplicate key. */
export const isDuplicateKey = (error: unknown): error is DuplicateKeyError =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;

/** Names of the fields of the unique index that refused the write, in the index's order. */
export const duplicateKeyFields = ({ keyPattern = {} }: DuplicateKeyError): string[] =>
  Object.keys(keyPattern);

/**
 * Runs an upsert, and once more where another inserted the same document at the same time: the second time it is found.
 */
export async function retryDuplicate<T>(upsert: () => PromiseLike<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}

/** MongoDB's error for a duplicate key in a unique index. */
export interface DuplicateKeyError extends Error {
  code: 11000;
  keyPattern?: Record<string, unknown>;
}

const DUPLICATE_KEY = 11_000;

/** Whether an error of a single write or a bulk write is a duplicate key error. */
export const isDuplicateKey = (error: unknown): error is DuplicateKeyError =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;

/** Returns the field names of the violated unique index, in index order. */
export const duplicateKeyFields = ({ keyPattern = {} }: DuplicateKeyError): string[] =>
  Object.keys(keyPattern);

/** Runs an upsert, and retries it once if another call inserted the same document concurrently. */
export async function retryDuplicate<T>(upsert: () => PromiseLike<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}

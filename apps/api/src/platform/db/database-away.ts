/** Names of driver errors for a database that is unreachable or does not respond. */
const AWAY_NAMES =
  /^(Mongo(ose)?(ServerSelection|ServerClosed|StalePrimary|System|Network|NetworkTimeout|PoolCleared|PoolClosed|WaitQueueTimeout|NotConnected|TopologyClosed|OperationTimeout|ConnectionPool|ClientClosed)\w*Error|MongoExpiredSessionError|PoolClearedOnNetworkError)$/;
/**
 * Error codes of a broken connection. The driver passes on the socket's own error if the connection breaks while it
 * writes a large command.
 */
const BROKEN_CODES = new Set<unknown>([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_DESTROYED',
]);
/** Server codes that mean the same: shutting down, not primary, node recovering, time limit. */
const AWAY_CODES = new Set<unknown>([6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const says = (error: Error) =>
  AWAY_NAMES.test(error.name) ||
  hasCode(error, AWAY_CODES) ||
  hasCode(error, BROKEN_CODES) ||
  /before initial connection is complete/.test(error.message);

export const hasCode = (error: object, codes: ReadonlySet<unknown>): boolean =>
  'code' in error && codes.has(error.code);

/**
 * Yields an error and the errors that the driver wraps in it: the cause of a failed bulk write, or its single
 * failures.
 */
export function* withReasons(error: Error): Generator<Error> {
  yield error;
  const { cause, errorResponse, writeErrors } = error as {
    cause?: unknown;
    errorResponse?: unknown;
    writeErrors?: unknown;
  };
  for (const reason of [
    cause,
    errorResponse,
    ...(Array.isArray(writeErrors) ? (writeErrors as unknown[]) : []),
  ]) {
    if (reason instanceof Error && reason !== error) yield* withReasons(reason);
    else if (typeof reason === 'object' && reason !== null && 'code' in reason) {
      yield Object.assign(new Error(), { code: reason.code });
    }
  }
}

/** Whether an error means that the database is unavailable, so a retry may succeed. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && [...withReasons(error)].some(says);

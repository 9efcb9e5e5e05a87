/**
 * Writes a log line: an error with its `stack` among the attributes, a warning, information, or a detail for
 * verbose logs only.
 */
export type Log = (
  severity: 'E' | 'W' | 'I' | 'D',
  message: string,
  attributes?: Record<string, unknown>,
) => void;

/** Returns a function that logs an error with a message. */
export const failure =
  (log: Log, message: string) =>
  (error: unknown): void => {
    const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
    log('E', message, { error: reason, stack });
  };

/** Writes lines in mongod's format; details and stacks only if `verbose`. */
export const lineLog =
  (write: (line: string) => unknown, verbose: boolean): Log =>
  (s, msg, { stack, ...attr } = {}) => {
    if (s === 'D' && !verbose) return;
    const shown = verbose && stack !== undefined ? { ...attr, stack } : attr;
    write(`${JSON.stringify({ t: { $date: new Date() }, s, msg, attr: shown })}\n`);
  };

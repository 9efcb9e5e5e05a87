/**
 * Takes one line of the log: an error with its `stack` among the attributes, a warning, information, or a detail that
 * only a verbose log shows.
 */
export type Log = (
  severity: 'E' | 'W' | 'I' | 'D',
  message: string,
  attributes?: Record<string, unknown>,
) => void;

/** A function that logs an error under a message. */
export const failure =
  (log: Log, message: string) =>
  (error: unknown): void => {
    const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
    log('E', message, { error: reason, stack });
  };

/** Writes lines in the form of mongod's; details and stacks only where `verbose`. */
export const lineLog =
  (write: (line: string) => unknown, verbose: boolean): Log =>
  (s, msg, { stack, ...attr } = {}) => {
    if (s === 'D' && !verbose) return;
    const shown = verbose && stack !== undefined ? { ...attr, stack } : attr;
    write(`${JSON.stringify({ t: { $date: new Date() }, s, msg, attr: shown })}\n`);
  };

/** The database answers, but this process cannot serve from it. The message is one sentence without user data. */
export class PreparationError extends Error {
  override name = 'PreparationError';

  /** @param details for the log only, since they may name users */
  constructor(
    message: string,
    readonly details?: unknown,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A newer version changed the database: retrying does not help, only a newer program or an older backup. */
export class NewerDatabaseError extends PreparationError {
  override name = 'NewerDatabaseError';
}

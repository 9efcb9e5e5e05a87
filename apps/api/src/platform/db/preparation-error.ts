/** The database responds, but this process cannot use it. The message is one sentence without user data. */
export class PreparationError extends Error {
  override name = 'PreparationError';

  /** @param details for the log only, because they may name users */
  constructor(
    message: string,
    readonly details?: unknown,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A newer version changed the database. A retry does not help; a newer program or an older backup does. */
export class NewerDatabaseError extends PreparationError {
  override name = 'NewerDatabaseError';
}

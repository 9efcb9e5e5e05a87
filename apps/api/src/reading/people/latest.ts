/**
 * Returns the latest change for each key; of two with the same time the later in the list. Times in the future
 * count as the server's time.
 */
export function latestOf<C extends { at: string }>(
  changes: readonly C[],
  keyOf: (change: Omit<C, 'at'>) => string,
  now: Date,
) {
  return new Map(
    changes
      .map((change) => ({ ...change, at: new Date(Math.min(Date.parse(change.at), now.getTime())) }))
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .map((change) => [keyOf(change), change]),
  );
}

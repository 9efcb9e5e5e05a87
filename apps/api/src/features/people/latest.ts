/** The latest of some changes for each key, of two at once the later named; a clock that is ahead counts as the server's. */
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

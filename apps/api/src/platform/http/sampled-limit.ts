/** Accounts or addresses that are counted at a time; the oldest are forgotten. */
const REMEMBERED = 10_000;

/**
 * A limit of what happens too often to be written down each time: the process counts by itself and spends one use in
 * the database for every so many. Once that is refused, each further one asks again.
 * @param every how many make one use
 * @param spend spends a use of somebody; throws where none is left
 */
export function createSampledLimit<A extends unknown[]>(
  every: number,
  spend: (key: string, ...args: A) => Promise<unknown>,
): (key: string, ...args: A) => Promise<void> {
  const counts = new Map<string, number>();
  return async (key, ...args) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.delete(key);
    if (count < every) {
      counts.set(key, count);
      const [oldest] = counts.keys();
      if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
      return;
    }
    try {
      await spend(key, ...args);
    } catch (error) {
      counts.set(key, every - 1);
      throw error;
    }
  };
}

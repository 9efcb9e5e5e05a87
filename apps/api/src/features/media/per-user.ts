import { tooManyRequests } from '../../platform/http/errors.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds how much of one user is under way at once in this process, so that nobody holds the places of all.
 * @returns runs work for a user; rejects with AppError 429 where enough of theirs is under way
 */
export function perUser(most: number): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, number>();
  return async (userId, work) => {
    const others = underWay.get(userId) ?? 0;
    if (others >= most) throw tooManyRequests(RETRY_AFTER_SECONDS);
    underWay.set(userId, others + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };
}

import type { Board, CurrentUser } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from './keys';
import { asRecord } from '../lib/json';
import { updateCached } from './update-cached';

type Person = Pick<CurrentUser, '_id' | 'fullName' | 'userName' | 'profilepic'>;

/** Returns the value with every copy of the user updated, or the same value if it holds none. */
const withPerson = (value: unknown, person: Person): unknown => {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const next = items.map((item) => withPerson(item, person));
    return next.some((item, index) => item !== items[index]) ? next : value;
  }
  const record = asRecord(value);
  if (record !== value) return value;
  if (record['_id'] === person._id && 'userName' in record) {
    const { fullName, userName, profilepic } = person;
    return { ...record, fullName, userName, profilepic };
  }
  const next = Object.entries(record).map(([name, held]) => [name, withPerson(held, person)] as const);
  return next.some(([name, held]) => held !== record[name]) ? Object.fromEntries(next) : value;
};

/** Updates a user's names and picture wherever the cache holds them: posts, comments, profiles, lists. */
export const patchPerson = (client: QueryClient, person: Person): void => {
  updateCached(client, [], (held) => withPerson(held, person));
};

/** Updates a board on its profile. */
export const patchBoard = (client: QueryClient, board: Board): void => {
  updateCached(client, keys.boardOf(board.user), (cached) =>
    Array.isArray(cached)
      ? cached.map((held: unknown) =>
          asRecord(held)['_id'] === board._id ? { ...asRecord(held), ...board } : held,
        )
      : cached,
  );
};

import type { Board, CurrentUser } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';

type Person = Pick<CurrentUser, '_id' | 'fullName' | 'userName' | 'profilepic'>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with the person in it changed, wherever that is; the same value where the person is not in it. */
const withPerson = (value: unknown, person: Person): unknown => {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const next = items.map((item) => withPerson(item, person));
    return next.some((item, index) => item !== items[index]) ? next : value;
  }
  if (!isRecord(value)) return value;
  if (value['_id'] === person._id && 'userName' in value) {
    const { fullName, userName, profilepic } = person;
    return { ...value, fullName, userName, profilepic };
  }
  const next = Object.entries(value).map(([name, held]) => [name, withPerson(held, person)] as const);
  return next.some(([name, held]) => held !== value[name]) ? Object.fromEntries(next) : value;
};

/** Shows a person's new names and picture at once wherever the cache holds them: posts, comments, profiles, lists. */
export const patchPerson = (client: QueryClient, person: Person): void => {
  for (const { queryKey, state } of client.getQueryCache().findAll()) {
    const next = withPerson(state.data, person);
    // what the server said of everything else is as old as before
    if (next !== state.data) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
};

/** Shows a changed board at once on the profile that holds it. */
export const patchBoard = (client: QueryClient, board: Board): void => {
  client.setQueriesData({ queryKey: ['board', board.user] }, (cached: unknown) =>
    Array.isArray(cached)
      ? cached.map((held: unknown) =>
          isRecord(held) && held['_id'] === board._id ? { ...held, ...board } : held,
        )
      : cached,
  );
};

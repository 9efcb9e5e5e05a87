import type { AnswerOf, searchPeople } from '@social-feed/contracts';
import { byId } from '../../platform/db/by-id.js';
import { pageOf } from '../../platform/http/paging.js';
import { presentPublicUser } from './user.presenter.js';
import type { UserStore } from './user-store.js';

/** People whose name begins so, by name. */
const NAMED_PEOPLE_MAX = 500;

const capitalized = (text: string) =>
  text.toLowerCase().replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

/**
 * People whose user name (letter case ignored) or name (as typed, or capitalized) begins with a text, by user name. Of
 * the names, each way of writing gives the first 500 at most, so that one letter does not read half of all people.
 */
export async function findPeople(
  store: Pick<UserStore, 'startingWith' | 'list'> & {
    blockersOfAsker: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  },
  { q, ...query }: { q: string | undefined; page: number; limit: number },
): Promise<Pick<AnswerOf<typeof searchPeople>, 'data' | 'pagination'>> {
  const wanted = q?.replace(/^@+/, '') ?? '';
  if (wanted === '') return { data: [], pagination: pageOf([], query).pagination };
  const { page, limit } = query;
  const offset = (page - 1) * limit;
  const found = await Promise.all([
    store.startingWith('userNameLower', wanted.toLowerCase(), offset + limit + 1),
    ...[...new Set([wanted, capitalized(wanted)])].map((name) =>
      store.startingWith('fullName', name, NAMED_PEOPLE_MAX),
    ),
  ]);
  const ids = [...byId(found.flat()).values()]
    .sort((a, b) => (a.userNameLower < b.userNameLower ? -1 : 1))
    .slice(offset, offset + limit + 1)
    .map(({ _id }) => _id);
  const { shown, pagination } = pageOf(ids, query);
  const [people, blockers] = await Promise.all([
    store.list(shown),
    store.blockersOfAsker(shown.map((id) => id.toHexString())),
  ]);
  return {
    data: people.filter(({ _id }) => !blockers.has(_id.toHexString())).map(presentPublicUser),
    pagination,
  };
}

import type { AnswerOf, QueryOf, searchPeople } from '@social-feed/contracts';
import { inOrder } from '../../platform/db/by-id.js';
import type { Order, PageReader } from '../../platform/http/paging.js';
import { peopleQuery, type PeopleQuery } from './people-terms.js';
import { presentPublicUser } from './user.presenter.js';
import type { FoundPerson } from './user-lists.js';
import type { UserStore } from './user-store.js';

/** Users read for each of the two kinds of name match. A search with more matches needs another word. */
const NAMED_PEOPLE_MAX = 250;

/** The rank and user name, which together are unique. */
type Placed = FoundPerson & { place: string };
const ORDER: Order = { place: 1 };

type Store = Pick<UserStore, 'handlesFrom' | 'withTerms' | 'list'>;

/** Returns matching users after a position, in order. */
async function matching(store: Store, query: PeopleQuery, after: string, most: number): Promise<Placed[]> {
  const [rank, name] = [Number(after.slice(0, 1)), after.slice(1)];
  const placed = (person: FoundPerson): Placed => {
    return { ...person, place: `${query.rankOf(person)}${person.userNameLower}` };
  };
  const handles = rank > 1 ? [] : await store.handlesFrom(query.handle, name, most);
  if (handles.length === most) return handles.map(placed);
  const named = await Promise.all(
    [rank > 2 ? null : query.named, query.worded].map((filter) => store.withTerms(filter, NAMED_PEOPLE_MAX)),
  );
  const places = new Map([handles, ...named].flat().map((person) => [person.userNameLower, placed(person)]));
  return [...places.values()]
    .filter(({ place }) => place > after)
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, most);
}

/**
 * Finds users by user name or name: first by prefix of the user name, then by prefix of the name, then by all
 * words, each as a prefix; sorted by user name within each. Ignores letter case and accents.
 */
export async function findPeople(
  deps: Store & {
    readPage: PageReader;
    blockersOfAsker: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
    picture: (address: string) => string;
  },
  { q = '', page, limit, cursor }: QueryOf<typeof searchPeople>,
): Promise<Pick<AnswerOf<typeof searchPeople>, 'data' | 'pagination' | 'nextCursor'>> {
  const query = peopleQuery(q);
  if (query === null)
    return { data: [], nextCursor: null, pagination: { currentPage: page, hasNext: false } };
  const skip = cursor ? 0 : (page - 1) * limit;
  const { shown, nextCursor } = await deps.readPage<Placed>({
    list: `people ${q}`,
    order: ORDER,
    limit,
    cursor,
    find: (range) => ({
      sort: () => ({
        limit: (most) => ({
          toArray: async () => {
            const after = (range as { place?: { $gt: string } }).place?.$gt ?? '';
            return (await matching(deps, query, after, skip + most)).slice(skip);
          },
        }),
      }),
    }),
  });
  const ids = shown.map(({ _id }) => _id);
  const [people, blockers] = await Promise.all([
    deps.list(ids),
    deps.blockersOfAsker(ids.map((id) => id.toHexString())),
  ]);
  return {
    data: inOrder(ids, people)
      .filter(({ _id }) => !blockers.has(_id.toHexString()))
      .map((user) => presentPublicUser(user, deps.picture)),
    nextCursor,
    pagination: { currentPage: page, hasNext: nextCursor !== null },
  };
}

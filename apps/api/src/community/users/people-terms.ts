import { foldName } from '@social-feed/contracts/fold-text';
import {
  beginningWith,
  searchPhrase,
  searchTerms,
  termsFilter,
  type TermsFilter,
} from '../../platform/search-terms.js';

interface Named {
  userName: string;
  fullName: string;
}

/** Maximum search terms of one user. Names within the limits of the contract have fewer. */
const PERSON_TERMS_MAX = 500;

/** Prefix of a whole name among the terms. Other terms have no spaces, so a search for a word never matches it. */
const WHOLE_NAME = ' ';

/**
 * Returns the search terms of a user: the whole name, its words, and those of the user name. The name is also
 * indexed without spaces, because people write 山田 太郎 and 山田太郎.
 */
export const personTerms = ({ userName, fullName }: Named): string[] => [
  `${WHOLE_NAME}${searchPhrase(fullName)}`,
  ...searchTerms([fullName, fullName.replace(/\s+/gu, ''), userName], PERSON_TERMS_MAX),
];

export interface PeopleQuery {
  /** The prefix of a user name, as in `userNameLower`. */
  handle: string;
  /** Matches users whose name starts with the query; `null` for a query without a word. */
  named: TermsFilter | null;
  /** Matches users who have all words in their name or user name. */
  worded: TermsFilter | null;
  /** 1 for a user name with this prefix, 2 for a name with it, 3 for any other match. */
  rankOf: (person: Named & { userNameLower: string }) => 1 | 2 | 3;
}

/** Builds the filters of a user search; `null` for a query that matches no user. */
export function peopleQuery(q: string): PeopleQuery | null {
  const wanted = q.trim().replace(/^[@＠]+/, '');
  const worded = termsFilter(wanted);
  if (worded === null) return null;
  const handle = foldName(wanted);
  if (handle === '') return null;
  const phrase = searchPhrase(wanted);
  const named =
    phrase === ''
      ? null
      : { $and: [{ searchTerms: { $elemMatch: beginningWith(`${WHOLE_NAME}${phrase}`) } }] };
  return {
    handle,
    named,
    worded,
    rankOf: ({ userNameLower, fullName }) => {
      if (userNameLower.startsWith(handle)) return 1;
      return phrase !== '' && searchPhrase(fullName).startsWith(phrase) ? 2 : 3;
    },
  };
}

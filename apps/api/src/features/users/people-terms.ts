import { foldName } from '../../platform/fold-text.js';
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

/** Search terms of one person. Names have no more within the limits of the contract. */
const PERSON_TERMS_MAX = 500;

/** Stands before a whole name among the terms. No other term has a space, so a search for a word never finds it. */
const WHOLE_NAME = ' ';

/**
 * What the search for people finds a person by: the whole name, its words, and those of the user name. The name also
 * counts without spaces, because people write 山田 太郎 and 山田太郎.
 */
export const personTerms = ({ userName, fullName }: Named): string[] => [
  `${WHOLE_NAME}${searchPhrase(fullName)}`,
  ...searchTerms([fullName, fullName.replace(/\s+/gu, ''), userName], PERSON_TERMS_MAX),
];

export interface PeopleQuery {
  /** The beginning of a user name, as `userNameLower` has it. */
  handle: string;
  /** Finds people whose name begins so; `null` for a query without a word. */
  named: TermsFilter | null;
  /** Finds people who have all words in their name or user name. */
  worded: TermsFilter | null;
  /** 1 for a user name that begins so, 2 for such a name, 3 for any other match. */
  rankOf: (person: Named & { userNameLower: string }) => 1 | 2 | 3;
}

/** How people are searched for, `null` for a query that finds nobody. */
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

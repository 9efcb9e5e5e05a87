import { Types } from 'mongoose';
import type { PostFilter } from './list-filter.js';
import type { Sorting } from './post-search.js';

export type Index = Record<string, 1 | -1>;

/** Words that are tried as the one with the fewest posts. */
const WORDS_TRIED = 3;

/** A condition that an index answers, and the others. */
export interface Lead {
  condition: PostFilter;
  rest: PostFilter;
  hint: Index;
}

const isExclusion = (user: unknown): boolean => typeof user === 'object' && user !== null && '$nin' in user;
const isOfOne = ({ user }: PostFilter): boolean => user !== undefined && !isExclusion(user);

export const BY_TAG: Index = { hidden: 1, tagKeys: 1, createdAt: -1, _id: -1 };
export const BY_USER: Index = { user: 1, hidden: 1, createdAt: -1, _id: -1 };
const BY_WORD: Index = { searchTerms: 1 };

/** The most selective index for a filter; the planner might choose the one on `hidden` only. */
export function indexOf(filter: PostFilter): Index {
  const { user, hidden, hasMedia } = filter;
  if (user !== undefined && !isExclusion(user)) {
    if (hidden !== undefined) return BY_USER;
    // a profile, which shows its author hidden posts too
    return { user: 1, ...(hasMedia !== undefined && { hasMedia: 1 }), pinnedAt: -1, createdAt: -1, _id: -1 };
  }
  return filter.tagKeys === undefined ? BY_WORD : BY_TAG;
}

/** The conditions that bound a search, the one that is likely to have the fewest posts first. */
export function leadsOf({ $and: words = [], ...others }: PostFilter): Lead[] {
  const { hidden, user, tagKeys, ...none } = others;
  const all = words.length === 0 ? {} : { $and: words };
  const leads: Lead[] = words.slice(0, WORDS_TRIED).map((condition, index) => {
    const rest = words.filter((_word, other) => other !== index);
    return {
      condition: condition as PostFilter,
      rest: { ...others, ...(rest.length > 0 && { $and: rest }) },
      hint: BY_WORD,
    };
  });
  if (tagKeys !== undefined) {
    const rest = { ...none, ...all, ...(user !== undefined && { user }) };
    leads.push({ condition: { hidden, tagKeys } as PostFilter, rest, hint: BY_TAG });
  }
  if (isOfOne(others)) {
    const rest = { ...none, ...all, ...(tagKeys !== undefined && { tagKeys }) };
    leads.push({ condition: { user, hidden } as PostFilter, rest, hint: BY_USER });
  }
  return leads;
}

/** What a walk reads: the whole order. */
export function alongOrder({ hidden, ...rest }: PostFilter, { sortBy }: Sorting): Lead {
  return { condition: { hidden } as PostFilter, rest, hint: { hidden: 1, [sortBy]: -1, _id: -1 } };
}

/** Whether the indexes of a user's posts and of tags have the order. */
export const isKept = (filter: PostFilter, { sortBy }: Sorting): boolean =>
  sortBy === 'createdAt' && (filter.tagKeys !== undefined || filter.user instanceof Types.ObjectId);

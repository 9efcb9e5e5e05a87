import { searchPeople, searchTags, SUGGESTED_TAGS } from '@social-feed/contracts';
import { tagKey } from '@social-feed/contracts/hashtags';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../cache/keys';
import { api } from './api-client';
import { delayClock } from './at-least';

type WordKind = 'tag' | 'person';

/** Most words at a time. */
const SHOWN = 5;
/** Milliseconds of rest before they are asked for. */
const PAUSE = 200;

const find = async (kind: WordKind, typed: string, signal: AbortSignal): Promise<string[]> => {
  await delayClock.wait(PAUSE);
  signal.throwIfAborted();
  const query = { q: typed, limit: String(SHOWN) };
  if (kind === 'tag') return (await api.call(searchTags, { query, signal })).data.map(({ tag }) => tag);
  return (await api.call(searchPeople, { query, signal })).data.map(({ userName }) => userName);
};

/**
 * Tags in use that begin with what is typed, or user names of people who are found by it; none for an empty text, and none where they cannot be read.
 * @param typed without `#` or `@`
 */
export const useSuggestedWords = (kind: WordKind, typed: string): string[] => {
  const keyOf = kind === 'tag' ? tagKey : (word: string) => word.toLowerCase();
  const wanted = keyOf(typed);
  const { data, isPlaceholderData } = useQuery({
    queryKey: keys.suggestedWords(kind, wanted),
    queryFn: ({ signal }) => find(kind, typed, signal),
    enabled: wanted !== '',
    // names are no tags
    placeholderData: (words, query) => (query?.queryKey[1] === kind ? words : undefined),
    retry: false,
  });
  if (wanted === '') return [];
  // The API knows which words fit. Those of the text before stay only as far as they fit this one.
  return (data ?? []).filter((word) => !isPlaceholderData || keyOf(word).startsWith(wanted));
};

/** Most of the built-in ones that show at once; before anything is typed, the first of the list (A §9). */
const SUGGESTIONS_MAX = 8;

/** Hashtags of a list whose name holds what was typed, letter case and a leading `#` ignored (A §2.8). */
export const suggestionsFor = (typed: string): string[] => {
  const wanted = tagKey(typed);
  return SUGGESTED_TAGS.filter((tag) => tag.includes(wanted)).slice(0, SUGGESTIONS_MAX);
};

import { SUGGESTED_TAGS } from '@social-feed/contracts';
import { tagKey } from '@social-feed/contracts/hashtags';
import { useQuery } from '@tanstack/react-query';
import { keys } from './keys';
import { api } from '../lib/api-client';
import { delayClock } from '../lib/at-least';

type WordKind = 'tag' | 'person';

/** Maximum number of suggestions. */
const SHOWN = 5;
/** Debounce delay in milliseconds. */
const PAUSE = 200;

const find = async (kind: WordKind, typed: string, signal: AbortSignal): Promise<string[]> => {
  await delayClock.wait(PAUSE);
  signal.throwIfAborted();
  const query = { q: typed, limit: SHOWN };
  if (kind === 'tag') return (await api.call('searchTags', { query, signal })).data.map(({ tag }) => tag);
  return (await api.call('searchPeople', { query, signal })).data.map(({ userName }) => userName);
};

/**
 * Suggests used tags that start with the typed text, or matching user names. Returns none for an empty text or on
 * failure.
 * @param typed without `#` or `@`
 */
export const useSuggestedWords = (kind: WordKind, typed: string): string[] => {
  const keyOf = kind === 'tag' ? tagKey : (word: string) => word.toLowerCase();
  const wanted = keyOf(typed);
  const { data, isPlaceholderData } = useQuery({
    queryKey: keys.suggestedWords(kind, wanted),
    queryFn: ({ signal }) => find(kind, typed, signal),
    enabled: wanted !== '',
    // user names are not tags
    placeholderData: (words, query) => (query?.queryKey[1] === kind ? words : undefined),
    retry: false,
  });
  if (wanted === '') return [];
  // The API decides which words match; earlier results stay only if they match the new text.
  return (data ?? []).filter((word) => !isPlaceholderData || keyOf(word).startsWith(wanted));
};

/** Maximum number of built-in suggestions; before anything is typed, the first of the list (A §9). */
const SUGGESTIONS_MAX = 8;

/** Built-in hashtags that include the typed text, ignoring case and a leading `#` (A §2.8). */
export const suggestionsFor = (typed: string): string[] => {
  const wanted = tagKey(typed);
  return SUGGESTED_TAGS.filter((tag) => tag.includes(wanted)).slice(0, SUGGESTIONS_MAX);
};

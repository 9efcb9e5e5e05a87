import { SUGGESTED_TAGS, type Person } from '@social-feed/contracts';
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

const optionsOf = (kind: WordKind, wanted: string) => ({
  queryKey: keys.suggestedWords(kind, wanted),
  enabled: wanted !== '',
  retry: false,
});

/** Calls after the pause, unless more was typed in it. */
const late = async <T>(signal: AbortSignal, find: () => Promise<T>): Promise<T> => {
  await delayClock.wait(PAUSE);
  signal.throwIfAborted();
  return find();
};

interface Found<T> {
  data: T[] | undefined;
  isPlaceholderData: boolean;
}

/** The API decides what matches; earlier results stay only if they match the new text. None on failure. */
const matching = <T>(
  { data = [], isPlaceholderData }: Found<T>,
  wanted: string,
  matches: (item: T) => boolean,
): T[] => (wanted === '' ? [] : data.filter((item) => !isPlaceholderData || matches(item)));

/** Suggests used tags that start with the typed text. @param typed without `#` */
export const useSuggestedTags = (typed: string): string[] => {
  const wanted = tagKey(typed);
  const found = useQuery({
    ...optionsOf('tag', wanted),
    queryFn: ({ signal }) =>
      late(signal, async () => {
        const { data } = await api.call('searchTags', { query: { q: typed, limit: SHOWN }, signal });
        return data.map(({ tag }) => tag);
      }),
    placeholderData: (tags) => tags,
  });
  return matching(found, wanted, (tag) => tagKey(tag).startsWith(wanted));
};

/** Suggests people whose name or user name starts with the typed text. @param typed without `@` */
export const useMatchingPeople = (typed: string): Person[] => {
  const wanted = typed.toLowerCase();
  const found = useQuery({
    ...optionsOf('person', wanted),
    queryFn: ({ signal }) =>
      late(
        signal,
        async (): Promise<Person[]> =>
          (await api.call('searchPeople', { query: { q: typed, limit: SHOWN }, signal })).data,
      ),
    placeholderData: (people) => people,
  });
  return matching(found, wanted, ({ fullName, userName }) =>
    [userName, ...fullName.split(/\s+/)].some((word) => word.toLowerCase().startsWith(wanted)),
  );
};

/** Maximum number of built-in suggestions; before anything is typed, the first of the list (A §9). */
const SUGGESTIONS_MAX = 8;

/** Built-in hashtags that include the typed text, ignoring case and a leading `#` (A §2.8). */
export const suggestionsFor = (typed: string): string[] => {
  const wanted = tagKey(typed);
  return SUGGESTED_TAGS.filter((tag) => tag.includes(wanted)).slice(0, SUGGESTIONS_MAX);
};

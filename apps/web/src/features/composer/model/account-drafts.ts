import type { CreatePostBody, Publishing, StoredDraft } from '@social-feed/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { EMPTY_DRAFT, type Draft } from './composer-rules';

export const draftsKey = (viewerId: string) => ['drafts', viewerId] as const;

/** The user's drafts and scheduled posts, refetched whenever they are shown. */
export const draftsQuery = (viewerId: string) =>
  queryOptions({
    queryKey: draftsKey(viewerId),
    queryFn: async ({ signal }) => (await api.call('listDrafts', { signal })).data,
    staleTime: 0,
  });

/** Converts a draft of the account to one of the form. */
export const draftFrom = ({ post }: StoredDraft): Draft => ({
  ...EMPTY_DRAFT,
  ...Object.fromEntries(Object.entries(post).filter(([, value]) => value !== undefined)),
});

const GONE =
  'This draft is gone. It was published or deleted. If you still need the text, save it as a draft.';

/** The body of a draft: all media are in `media`. */
const postOf = ({ images: _images, videos: _videos, ...post }: CreatePostBody) => post;

/**
 * Saves a draft in the account, or when it is published. If another device has changed it since, it becomes a draft of
 * its own, so that both are kept.
 * @param held the draft as it was read; absent for a new one
 * @param isLast whether it is published next: then a draft that is gone is not saved anew, as its post may be out
 * @returns the saved draft
 */
export const saveDraft = async (
  body: CreatePostBody,
  publishing: Publishing | null,
  held: Pick<StoredDraft, '_id' | 'version'> | undefined,
  idempotencyKey: string,
  isLast = false,
): Promise<StoredDraft> => {
  const sent = { post: postOf(body), publishing };
  if (held) {
    const params = { draftId: held._id };
    try {
      return (await api.call('updateDraft', { params, body: { ...sent, version: held.version } })).data;
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
      if (isLast && error.status === 404) throw new Error(GONE);
    }
  }
  return (await api.call('createDraft', { body: sent, idempotencyKey })).data;
};

const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** Describes when a draft is published. After a journey its day may be parts of two days. */
export const publishingWords = ({ from, until }: Publishing): string => {
  const [start, end] = [new Date(from), new Date(until)];
  if (from === until) return moment.format(start);
  return day.format(start) === day.format(end)
    ? `${day.format(start)}, at a random minute`
    : `At a random minute from ${moment.format(start)} to ${moment.format(end)}`;
};

/** The date of a time where the user is, as date fields have it. */
export const dateOf = (time: number): string => {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

/** The day of a publication and its time as `HH:MM`, empty for a random minute: what `publishingOn` takes. */
export const choiceOf = ({ from, until }: Publishing): { date: string; time: string } => {
  const at = new Date(from);
  return { date: dateOf(at.getTime()), time: from === until ? at.toTimeString().slice(0, 5) : '' };
};

/** The ends of a day where the user is, or an exact time of it. @param time `HH:MM`, empty for any minute */
export const publishingOn = (date: string, time: string): Publishing => {
  const at = (clock: string) => new Date(`${date}T${clock}`).toISOString();
  return time === '' ? { from: at('00:00'), until: at('23:59') } : { from: at(time), until: at(time) };
};

import { t } from '@lingui/core/macro';
import { filled, type CreatePostBody, type Publishing, type StoredDraft } from '@social-feed/contracts';
import { dayIn, instantOf, isTimeZone, wallTimeOf } from '@social-feed/contracts/wall-clock';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../../lib/api-client';
import { ApiError } from '../../../../lib/api-error';
import { LOCALE } from '../../../../lib/locale';
import { ownZone } from '../../../../lib/own-zone';
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
export const draftFrom = ({ post }: StoredDraft): Draft => filled(EMPTY_DRAFT, post);

const GONE = t`This draft is gone. It was published or deleted. If you still need the text, save it as a draft.`;

/** The body of a draft: all media are in `media`. */
const postOf = ({ images: _images, videos: _videos, ...post }: CreatePostBody) => post;

/** Said of a copy that `saveDraft` made. */
export const KEPT_APART = t`This draft was changed, published or deleted elsewhere. Your text is kept as a draft of its own, without a time.`;

/**
 * Saves a draft in the account, and when it is published. If another device has changed it since, the text becomes a
 * draft of its own, so that both are kept. The copy has no time, since the other one may go out at that time.
 * @param held the draft as it was read; absent for a new one
 * @param isLast whether it is published next: then a draft that is gone is not saved again, as its post may be out
 * @returns the saved draft, and whether it is a copy because the other one was changed or is gone
 */
export const saveDraft = async (
  content: CreatePostBody,
  publishing: Publishing | null,
  held: Pick<StoredDraft, '_id' | 'version'> | undefined,
  idempotencyKey: string,
  isLast = false,
): Promise<StoredDraft & { isCopy: boolean }> => {
  const sent = { post: postOf(content), publishing };
  if (held) {
    const params = { draftId: held._id };
    try {
      const body = { ...sent, version: held.version };
      const { data } = await api.call('updateDraft', { params, body, idempotencyKey });
      return { ...data, isCopy: false };
    } catch (error) {
      const { status = 0, code = '' } = error instanceof ApiError ? error : {};
      if (status !== 404 && code !== 'CONTENT_CHANGED') throw error;
      if (isLast && status === 404) throw new Error(GONE);
    }
  }
  const isCopy = held !== undefined;
  const body = isCopy ? { ...sent, publishing: null } : sent;
  return { ...(await api.call('createDraft', { body, idempotencyKey })).data, isCopy };
};

const format = (options: Intl.DateTimeFormatOptions, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, { ...options, timeZone });

/** The zone in which a time was chosen; that of this browser if it is unknown. */
const zoneOf = ({ timeZone }: Pick<Publishing, 'timeZone'>): string =>
  timeZone !== undefined && isTimeZone(timeZone) ? timeZone : ownZone();

/** The name of a zone, such as Central European Time. */
export const zoneName = (zone: string): string =>
  format({ timeZoneName: 'longGeneric' }, zone)
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/**
 * Describes when a draft is published, in the zone in which that was chosen, which is named if it is not this browser's.
 * A day of unknown zone may be parts of two days after a journey.
 */
export const publishingWords = ({ from, until, timeZone }: Publishing): string => {
  const zone = zoneOf({ timeZone });
  const [start, end] = [new Date(from), new Date(until)];
  const day = format({ weekday: 'long', day: 'numeric', month: 'long' }, zone);
  const moment = format({ dateStyle: 'full', timeStyle: 'short' }, zone);
  const when =
    from === until
      ? moment.format(start)
      : day.format(start) === day.format(end)
        ? t`${day.format(start)}, at a random minute`
        : t`At a random minute from ${moment.format(start)} to ${moment.format(end)}`;
  const where = zoneName(zone);
  return where === zoneName(ownZone())
    ? when
    : t({ message: `${when}, ${where}`, comment: 'A day and time, and their time zone.' });
};

/** The date of a time in a zone, as date fields have it. */
export const dateOf = (time: number, zone: string): string => wallTimeOf(new Date(time), zone).date;

/** A day, a time as `HH:MM`, empty for a random minute, and their zone: what `publishingOn` takes. */
export interface Choice {
  date: string;
  time: string;
  timeZone: string;
}

/** What an author chose. */
export const choiceOf = (publishing: Publishing): Choice => {
  const timeZone = zoneOf(publishing);
  const { date, time } = wallTimeOf(new Date(publishing.from), timeZone);
  return { date, time: publishing.from === publishing.until ? time : '', timeZone };
};

/** Says what is unusual about a time on its day; `isMissing` if the clocks skip it. */
export const oddity = (choice: Choice): { isMissing: boolean; text: string } | undefined => {
  if (choice.date === '' || choice.time === '') return undefined;
  const { occurs } = instantOf(choice, choice.timeZone);
  if (occurs === 'once') return undefined;
  return occurs === 'never'
    ? {
        isMissing: true,
        text: t`This time does not exist on that day: the clocks go forward. Choose another.`,
      }
    : { isMissing: false, text: t`This time comes twice on that day. The post is published the first time.` };
};

/** The ends of a day in its zone, or an exact time of it. */
export const publishingOn = ({ date, time, timeZone }: Choice): Publishing => {
  const { at } = instantOf({ date, time: time || '00:00' }, timeZone);
  const { from, until } = time === '' ? dayIn(date, timeZone) : { from: at, until: at };
  return { from: from.toISOString(), until: until.toISOString(), timeZone };
};

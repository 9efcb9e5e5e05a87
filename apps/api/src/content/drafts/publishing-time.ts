import { randomInt } from 'node:crypto';
import { DRAFT_LIMITS, type Publishing } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { invalidField } from '../../platform/http/errors.js';
import { DAY, HOUR, MINUTE, later } from '../../platform/time.js';

/** The longest time from which a minute is drawn: a day on which clocks are set back, and some slack. */
const SPAN_MAX = 26 * HOUR;

/** When a post is published; `from` and `until` are the ends of the time from which `publishAt` was drawn. */
export interface PublishingTime {
  from: Date;
  until: Date;
  publishAt: Date;
  /** Where the author chose it. */
  timeZone?: string;
}

/**
 * Draws the minute at which a post is published.
 * @throws AppError 400 if the time is over, too far ahead or too long
 */
export function drawTime(publishing: Publishing, now: Date): PublishingTime {
  const [from, until] = [new Date(publishing.from), new Date(publishing.until)];
  const { timeZone } = publishing;
  const refuse = (message: string) => invalidField('publishing', message);
  if (until < from) throw refuse(t`The end must not be before the start`);
  if (until <= now) throw refuse(t`Choose a time in the future`);
  if (until.getTime() - from.getTime() > SPAN_MAX) throw refuse(t`Choose one day at most`);
  if (until > later(now, (DRAFT_LIMITS.daysAhead + 1) * DAY))
    throw refuse(t`Choose a day within the next ${DRAFT_LIMITS.daysAhead} days`);
  // Not in the past, so that today works too.
  const first = from > now ? from : until.getTime() - now.getTime() > MINUTE ? later(now, MINUTE) : until;
  const minutes = Math.floor((until.getTime() - first.getTime()) / MINUTE) + 1;
  return { from, until, publishAt: later(first, randomInt(minutes) * MINUTE), ...(timeZone && { timeZone }) };
}

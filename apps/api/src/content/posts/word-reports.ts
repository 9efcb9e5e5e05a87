import { isDeepStrictEqual } from 'node:util';
import { mutedIn, textsOf, type Written } from '@social-feed/contracts/words';
import type { Collection } from '../../platform/db/collection-of.js';
import { newEventId, type HasOutbox, type StoredEvent } from '../../platform/events/stored-event.js';
import type { Platform } from '../../platform/platform.js';
import type { EventOutbox, FoundText } from '../../community/events.js';
import type { Instance } from '../../community/instance/instance.feature.js';

export interface WordReportsDeps extends Pick<Platform, 'now'> {
  instance: Pick<Instance, 'settings'>;
  outbox: Pick<EventOutbox, 'source'>;
}

interface Parts<S extends HasOutbox> extends WordReportsDeps {
  collection: Collection<S>;
  /** Returns undefined for a document that was deleted. */
  textOf: (document: S) => FoundText | undefined;
}

export type WordReports<S extends HasOutbox> = ReturnType<typeof createWordReports<S>>;

/** Passes texts that contain words of the host to the subscribers, which report them. */
export function createWordReports<S extends HasOutbox>({
  instance,
  outbox,
  now,
  collection,
  textOf,
}: Parts<S>) {
  const events = outbox.source<S>({ types: ['reportWords'], collection, payloads: { reportWords: textOf } });

  return {
    /** Returns the event to write with a text, if it contains words. An edit that leaves the texts as they were has none. */
    async eventsFor(after: Written, before?: Written): Promise<StoredEvent[]> {
      if (before !== undefined && isSame(after, before)) return [];
      const { reportWords } = await instance.settings();
      if (reportWords.length === 0 || wordsIn(after, reportWords).length === 0) return [];
      return [{ op: newEventId(now()), delta: { reportWords: 0 } }];
    },

    /** Delivers the events of a document that was just written. If that fails, the catch-up retries it. */
    async deliver(document: S, written: readonly StoredEvent[]): Promise<void> {
      for (const event of written) await events.deliver(document, event);
    },
  };
}

/** Returns the words of the host that texts contain, by the rules of muted words, but in addresses too. */
export const wordsIn = (texts: Written, words: readonly string[]): string[] =>
  mutedIn(
    words.map((word) => ({ word })),
    true,
  )(texts);

const isSame = (a: Written, b: Written): boolean => isDeepStrictEqual(textsOf(a), textsOf(b));

import { textsFor, type TextsFor } from '@social-feed/contracts';
import { mayMention } from '@social-feed/contracts/mentions';
import type { Collection } from '../../platform/db/collection-of.js';
import { newEventId, type HasOutbox, type StoredEvent } from '../../platform/events/stored-event.js';
import type { Platform } from '../../platform/platform.js';
import type { EventOutbox, WrittenText } from '../../community/events.js';
import { writtenAt } from './former-texts.js';
import type { PostRecord } from './post.model.js';
import { POST_PROJECTION, type StoredPost } from './post.presenter.js';

/** A post whose events are delivered. */
export type Holder = StoredPost & HasOutbox & Pick<PostRecord, 'deletedAt'>;
type Texts = TextsFor<'prose'>;

interface Parts extends Pick<Platform, 'now' | 'log'> {
  outbox: Pick<EventOutbox, 'source'>;
  posts: Collection<PostRecord>;
}

/** Passes posts that mention users, or no longer do, to the subscribers of mentions. */
export function createPostMentions({ outbox, posts, now, log }: Parts) {
  const events = outbox.source<Holder>({
    types: ['mention'],
    collection: posts as unknown as Collection<Holder>,
    payloads: { mention: (post) => (post.deletedAt ? undefined : textOf(post)) },
    // If the post was edited since, the text of the edit must be the last that the subscribers get.
    finish: async (_counted, post, event) => {
      const projection = { ...POST_PROJECTION, deletedAt: 1 } as const;
      const current = await posts.findOne<Holder>({ _id: post._id, deletedAt: null }, { projection });
      const isLatest = current === null || writtenAt(current).getTime() === writtenAt(post).getTime();
      if (!isLatest) await events.deliver(current, event);
      return isLatest;
    },
  });

  return {
    /** Returns the events to write with a post, if one of these texts, its old and new one, may mention users. */
    eventsFor: (...texts: readonly Texts[]): StoredEvent[] =>
      texts.some((post) => textsFor('prose', post).some(mayMention))
        ? [{ op: newEventId(now()), delta: { mentions: 0 } }]
        : [],
    /** Delivers events of a post that was just written. If that fails, the catch-up retries it. */
    async deliver(post: Holder, written: readonly StoredEvent[]): Promise<void> {
      try {
        for (const event of written) await events.deliver(post, event);
      } catch (error) {
        log.warn({ err: error }, 'the mentions in a post could not be delivered yet');
      }
    },
  };
}

function textOf(post: StoredPost): WrittenText {
  const { _id, user } = post;
  const words = textsFor('prose', post).join('\n');
  return { ref: _id, post: _id, user, words, changedAt: writtenAt(post), notified: [] };
}

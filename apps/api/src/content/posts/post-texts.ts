import type { TextsFor } from '@social-feed/contracts';
import type { Platform } from '../../platform/platform.js';
import type { Collection } from '../../platform/db/collection-of.js';
import type { StoredEvent } from '../../platform/events/stored-event.js';
import type { FoundText } from '../../community/events.js';
import { createPostMentions, type Holder } from './post-mentions.js';
import type { PostRecord } from './post.model.js';
import { createWordReports, type WordReportsDeps } from './word-reports.js';

interface Parts extends WordReportsDeps, Pick<Platform, 'log'> {
  posts: Collection<PostRecord>;
}
type Texts = TextsFor<'words' | 'prose'>;

const isOfWords = ({ delta }: StoredEvent): boolean => 'reportWords' in delta;

export type PostTexts = ReturnType<typeof createPostTexts>;

/** Passes on what posts say: whom they mention, and the host's words in them. */
export function createPostTexts(parts: Parts) {
  const mentions = createPostMentions(parts);
  const words = createWordReports<Holder>({
    ...parts,
    collection: parts.posts as unknown as Collection<Holder>,
    textOf,
  });

  return {
    /** Returns the events to write with a post. @param before its texts before an edit */
    eventsFor: async (after: Texts, before?: Texts): Promise<StoredEvent[]> => [
      ...mentions.eventsFor(...(before === undefined ? [after] : [before, after])),
      ...(await words.eventsFor(after, before)),
    ],
    /** Delivers events of a post that was just written. If that fails, the catch-up retries it. */
    async deliver(post: Holder, written: readonly StoredEvent[]): Promise<void> {
      await mentions.deliver(
        post,
        written.filter((event) => !isOfWords(event)),
      );
      await words.deliver(post, written.filter(isOfWords));
    },
  };
}

function textOf({ _id, user, deletedAt, ...post }: Holder): FoundText | undefined {
  return deletedAt ? undefined : { ...post, kind: 'post', target: _id, user };
}

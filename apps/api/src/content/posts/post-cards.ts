import { textsFor, type TextsFor } from '@social-feed/contracts';
import { partText } from '@social-feed/contracts/linked-text';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Platform } from '../../platform/platform.js';
import type { PostRecord, StoredCard } from './post.model.js';

/** The job that reads the page of a card; `{ post }` is its data. */
export const CARD_JOB = 'link-card';

interface Parts extends Pick<Platform, 'config' | 'jobs' | 'log'> {
  posts: Collection<PostRecord>;
}

type Shown = TextsFor<'prose'> & Pick<PostRecord, 'hasMedia'>;

export type PostCards = ReturnType<typeof createPostCards>;

/** The link cards that posts store. Posts with media have none. */
export function createPostCards({ config, jobs, posts, log }: Parts) {
  return {
    /**
     * The card to write with a post: the present one for the same address, else one that waits for its page.
     * @returns no fields if the card does not change
     */
    fieldsFor(shown: Shown, before: StoredCard | null | undefined): { card?: StoredCard | null } {
      const url = config.linkCards || before ? firstAddress(shown) : undefined;
      if (url === before?.url) return {};
      return { card: url === undefined || !config.linkCards ? null : { url } };
    },

    /** Reads the page of a card that was just written, in the background. Without it the post stays without a card. */
    async request(post: Types.ObjectId, { card }: { card?: StoredCard | null }): Promise<void> {
      if (!isWaiting(card)) return;
      const id = post.toHexString();
      await jobs.add(CARD_JOB, { post: id }, { key: id }).catch((error: unknown) => {
        log.warn({ err: error }, 'a post stays without a link card');
      });
    },

    /** The address whose page a post's card waits for; `undefined` if it was read or taken away, or the post is gone. */
    async waiting(post: string): Promise<string | undefined> {
      const _id = new Types.ObjectId(post);
      const found = await posts.findOne({ _id, deletedAt: null }, { projection: { card: 1 } });
      return isWaiting(found?.card) ? found?.card?.url : undefined;
    },

    /** Stores what the page of a card says, unless the card was taken away or has another address by now. */
    async fill(post: string, card: StoredCard): Promise<void> {
      await posts.updateOne(
        { _id: new Types.ObjectId(post), 'card.url': card.url, 'card.removed': { $ne: true } },
        { $set: { card } },
      );
    },

    /** Removes the card until the post has another first address. */
    async remove(_id: Types.ObjectId): Promise<void> {
      await posts.updateOne(
        { _id, 'card.url': { $type: 'string' } },
        {
          $set: { 'card.removed': true },
          $unset: { 'card.title': 1, 'card.description': 1, 'card.image': 1 },
        },
      );
    },
  };
}

const isWaiting = (card: StoredCard | null | undefined): boolean =>
  Boolean(card) && card?.title === undefined && card?.removed !== true;

function firstAddress(post: Shown): string | undefined {
  if (post.hasMedia) return undefined;
  const found = partText(textsFor('prose', post).join('\n')).find((part) => part.kind === 'link');
  return found?.kind === 'link' ? found.href : undefined;
}

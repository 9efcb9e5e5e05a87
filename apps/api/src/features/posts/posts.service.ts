import type { CreatePostBody, Post, UpdatePostBody } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { AdminLog } from '../admin/admin-log.js';
import type { Native } from '../../platform/db/native.js';
import type { FeedKeys } from '../feed/feed-keys.js';
import type { Hydration } from './hydrate.js';
import { STALE_AFTER } from '../../platform/db/counters.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { UploadUses } from '../media/upload-uses.js';
import { completeMedia, mediaUrls, mergeMedia } from './post-media.js';
import { NO_COUNTS, type PostRecord } from './post.model.js';
import { SHOWN_POST, type ShownPost } from './post.presenter.js';
import { searchWords, tagKey } from './search-words.js';

interface Parts {
  posts: Native<PostRecord>;
  keys: FeedKeys;
  hydration: Hydration;
  /** Removes what others did with a post. Harmless when done twice. */
  removeReactions: (post: Types.ObjectId) => Promise<void>;
  /** Takes a post that is being deleted from the totals of its author. Harmless when done twice. */
  takeFromTotals: (post: Types.ObjectId) => Promise<unknown>;
  mediaHosts: readonly string[];
  uploads: Pick<UploadUses, 'hold' | 'drop' | 'dropLater'>;
  adminLog: Pick<AdminLog, 'append'>;
  now: () => Date;
  /** Called after a deletion, which left a hole in the feed. */
  onDeleted: () => void;
}

type Content = Pick<
  PostRecord,
  'title' | 'description' | 'location' | 'media' | 'tags' | 'tagKeys' | 'searchWords'
>;

export const postNotFound = () => new AppError('NOT_FOUND', 'Post not found');
export const permissionDenied = () => new AppError('PERMISSION_DENIED', 'Permission denied');

const EDIT_TRIES = 20;

/** What of a post is left while what belongs to it is removed: no list and no feed finds it. */
const HIDDEN = {
  user: new Types.ObjectId('0'.repeat(24)),
  feedKeys: [],
  tagKeys: [],
  searchWords: [],
  media: [],
};

/** Posts: made, read, edited and deleted one by one (F §7). */
export class PostsService {
  constructor(private readonly parts: Parts) {}

  /** @throws AppError 400 where there is neither a title nor a description nor media */
  async create(viewer: Viewer, body: CreatePostBody): Promise<Post> {
    const _id = new Types.ObjectId();
    const content = await this.contentOf(viewer, _id, body, EMPTY);
    const [record] = await this.parts.keys.insertPosts([
      {
        _id,
        user: new Types.ObjectId(viewer.id),
        ...content,
        createdAt: this.parts.now(),
        editedAt: null,
        pinnedAt: null,
        ...NO_COUNTS,
      },
    ]);
    return this.shown(record!, viewer.id);
  }

  /** @throws AppError 404 also where the author is suspended */
  async get(id: string, viewer: Viewer | null): Promise<Post> {
    const post = await this.find(id);
    return this.shown(post, viewer?.id ?? null);
  }

  /**
   * Changes the fields that are sent. The write holds only if nobody edited since the post was read, so that two edits
   * cannot leave a post that either would have been refused.
   * @throws AppError 403 for another than the owner
   */
  async update(viewer: Viewer, id: string, body: UpdatePostBody): Promise<Post> {
    for (let attempt = 0; attempt < EDIT_TRIES; attempt += 1) {
      const before = await this.find(id);
      if (before.user.toHexString() !== viewer.id) throw permissionDenied();
      const content = await this.contentOf(viewer, before._id, body, before);
      const after = await this.parts.posts.findOneAndUpdate(
        { _id: before._id, editedAt: before.editedAt, deletedAt: null },
        { $set: { ...content, editedAt: this.laterThan(before.editedAt) } },
        { returnDocument: 'after', projection: SHOWN_POST },
      );
      if (after === null) continue;
      const named = mediaUrls(after.media);
      const dropped = mediaUrls(before.media).filter((url) => !named.includes(url));
      await this.parts.uploads.dropLater(viewer.id, dropped);
      return this.shown(after, viewer.id);
    }
    throw new AppError('CONFLICT', 'The post is being edited elsewhere');
  }

  /**
   * Deletes a post with its interactions, comments and their likes; what is cut off, `finishRemovals` does.
   * @param dropUploads whether its uploads go too
   * @throws AppError 403 for another than the owner or an admin
   */
  async remove(viewer: Viewer, id: string, { dropUploads = true } = {}): Promise<void> {
    const post = await this.find(id);
    const own = post.user.toHexString() === viewer.id;
    if (!own && !viewer.isAdmin) throw permissionDenied();
    if (!own) {
      await this.parts.adminLog.append({
        admin: viewer,
        act: 'remove-post',
        user: post.user,
        target: post._id,
        note: post.title || post.description,
      });
    }
    const deleted = await this.parts.posts.findOneAndUpdate(
      { _id: post._id, deletedAt: null },
      { $set: { ...HIDDEN, owner: post.user, totalsDue: true, deletedAt: this.parts.now() } },
      { projection: { _id: 1 } },
    );
    if (deleted === null) throw postNotFound();
    await this.finishRemoval(post._id);
    if (dropUploads) this.parts.uploads.drop(post.user.toHexString(), mediaUrls(post.media));
    this.parts.onDeleted();
  }

  /** Goes on with deletions that were cut off. */
  async finishRemovals(): Promise<void> {
    const before = new Date(this.parts.now().getTime() - STALE_AFTER);
    const found = this.parts.posts.find({ deletedAt: { $lt: before } }, { projection: { _id: 1 } });
    for await (const { _id } of found) await this.finishRemoval(_id);
  }

  private async finishRemoval(post: Types.ObjectId): Promise<void> {
    await this.parts.removeReactions(post);
    await this.parts.takeFromTotals(post);
    await this.parts.posts.deleteOne({ _id: post, 'pending.0': { $exists: false } });
  }

  private async find(id: string): Promise<ShownPost> {
    const post = await this.parts.posts.findOne(
      { _id: new Types.ObjectId(id), deletedAt: null },
      { projection: SHOWN_POST },
    );
    if (post === null) throw postNotFound();
    return post;
  }

  private async shown(post: ShownPost, viewerId: string | null): Promise<Post> {
    const shown = await this.parts.hydration.post(post, viewerId);
    if (shown === undefined) throw postNotFound();
    return shown;
  }

  /** What a post becomes; the uploads that it newly names are held from now on. */
  private async contentOf(
    viewer: Viewer,
    id: Types.ObjectId,
    body: CreatePostBody,
    before: Pick<PostRecord, 'media'> & Partial<Content>,
  ): Promise<Content> {
    const had = mediaUrls(before.media);
    const merged = mergeMedia(body, before.media, this.parts.mediaHosts);
    const added = mediaUrls(merged).filter((url) => !had.includes(url));
    const uploads = await this.parts.uploads.hold(viewer.id, added, id);
    const content = {
      title: body.title ?? before.title ?? '',
      description: body.description ?? before.description ?? '',
      location: body.location ?? before.location ?? '',
      tags: body.tags === undefined ? (before.tags ?? []) : distinctTags(body.tags),
      media: merged.map((item) => completeMedia(item, uploads.get(item.url))),
    };
    if (content.title === '' && content.description === '' && content.media.length === 0) {
      const message = 'A post needs a title, a description or media';
      throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'title', message }] });
    }
    return { ...content, tagKeys: content.tags.map(tagKey), searchWords: searchWords(content) };
  }

  /** The present, but never the same millisecond twice, since edits are told apart by it. */
  private laterThan(before: Date | null): Date {
    const now = this.parts.now();
    return before !== null && now <= before ? new Date(before.getTime() + 1) : now;
  }
}

const EMPTY = { media: [] };

/** Tags without a leading `#`, each once whatever its letter case. */
function distinctTags(tags: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !distinct.has(key)) distinct.set(key, tag.replace(/^#+/, '').trim());
  }
  return [...distinct.values()];
}

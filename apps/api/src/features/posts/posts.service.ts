import type {
  CreatePostBody,
  FormerText,
  Media,
  Post,
  PostSettings,
  UpdatePostBody,
} from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import { STALE_AFTER, type StoredEvent } from '../../platform/db/stored-event.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { AppError, invalidField, permissionDenied } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import type { EventOutbox } from '../events.js';
import { uploadsIn } from '../media/upload-address.js';
import type { UploadUses } from '../media/upload-uses.js';
import type { MediaAddresses } from '../users/media-addresses.js';
import type { FeedPositions } from './feed-positions.js';
import { writtenAt, type FormerTexts } from './former-texts.js';
import type { LinkCards } from './link-cards.js';
import { completeMedia, mediaUrls, mergeMedia } from './post-media.js';
import type { PostTexts } from './post-texts.js';
import { NO_COUNTS, type PostRecord } from './post.model.js';
import { POST_PROJECTION, type PostAssembler, type StoredPost } from './post.presenter.js';
import { writtenLanguage } from './post-language.js';
import { postTerms, tagKeys } from './post-terms.js';
import { distinctTags } from './tags.js';
import { later } from '../../platform/time.js';

export interface PostsServiceDeps extends Pick<Platform, 'config' | 'now'> {
  posts: Model<PostRecord>;
  positions: FeedPositions;
  assembler: PostAssembler;
  addresses: MediaAddresses;
  formerTexts: FormerTexts;
  texts: PostTexts;
  linkCards: LinkCards;
  settingsOf: (user: Types.ObjectId) => Promise<CommentSettings>;
  uploads: Pick<UploadUses, 'hold' | 'drop' | 'dropLater'>;
  outbox: Pick<EventOutbox, 'publish'>;
}

type CommentSettings = Pick<PostSettings, 'commenting' | 'commentsCloseAfter'>;
type Written = 'title' | 'description' | 'location' | 'contentWarning' | 'sensitive' | 'language' | 'tags';
type PostFields = Pick<
  PostRecord,
  Written | keyof CommentSettings | 'media' | 'uploads' | 'hasMedia' | 'tagKeys' | 'searchTerms'
>;

type Author = Pick<Viewer, 'id' | 'isSilenced'>;

export const postNotFound = () => new AppError('NOT_FOUND', 'Post not found');

const EDIT_TRIES = 20;
const REMOVALS_AT_ONCE = 500;

/** Fields of a post during its deletion; no list and no feed finds it. */
const REMOVED = {
  user: new Types.ObjectId('0'.repeat(24)),
  hidden: true,
  feedKeys: [],
  tagKeys: [],
  searchTerms: [],
  media: [],
  uploads: [],
  hasMedia: false,
};

/** Creates, reads, edits and deletes single posts. */
export function createPostsService(deps: PostsServiceDeps) {
  /** @throws AppError 400 without a title, description or media */
  async function create(viewer: Author, body: CreatePostBody, _id = new Types.ObjectId()): Promise<Post> {
    const { texts, linkCards, positions, now } = deps;
    const user = new Types.ObjectId(viewer.id);
    const empty = { media: [], ...(await deps.settingsOf(user)) };
    const record = await withFields(viewer, body, empty, async (fields) => {
      const events = await texts.eventsFor(fields);
      const [inserted] = await positions.insert([
        {
          _id,
          user,
          ...fields,
          ...linkCards.fieldsFor(fields, undefined),
          createdAt: now(),
          editedAt: null,
          pinnedAt: null,
          ...(viewer.isSilenced === true && { unlisted: true }),
          ...NO_COUNTS,
          ...(events.length > 0 && { pending: events }),
        },
      ]);
      return inserted!;
    });
    await texts.deliver(record, record.pending ?? []);
    await linkCards.request(record._id, record);
    return present(record, viewer.id);
  }

  /** @throws AppError 404 also if the author is suspended */
  async function get(id: string, viewer: Viewer | null): Promise<Post> {
    return present(await find(id), viewer?.id ?? null);
  }

  /**
   * Changes the fields in the request. The write succeeds only if nobody edited since the read, so that two
   * concurrent edits cannot produce an invalid post.
   * @throws AppError 403 if the viewer is not the owner, or removes a moderator's mark
   */
  async function update(viewer: Viewer, id: string, body: UpdatePostBody): Promise<Post> {
    for (let attempt = 0; attempt < EDIT_TRIES; attempt += 1) {
      const before = await find(id);
      if (before.user.toHexString() !== viewer.id) throw permissionDenied();
      if (body.sensitive === false && before.markedSensitive === true) {
        const message = 'The moderators marked this post as sensitive';
        throw new AppError('PERMISSION_DENIED', message, { errors: [{ path: 'sensitive', message }] });
      }
      let events: StoredEvent[] = [];
      let card: ReturnType<LinkCards['fieldsFor']> = {};
      const after = await withFields(viewer, body, before, async (fields) => {
        await keepText(before, fields);
        events = await deps.texts.eventsFor(fields, before);
        card = deps.linkCards.fieldsFor(fields, before.card);
        return deps.posts.findOneAndUpdate(
          { _id: before._id, editedAt: before.editedAt, deletedAt: null },
          {
            $set: { ...fields, ...card, editedAt: laterThan(deps.now(), writtenAt(before)) },
            ...(events.length > 0 && { $push: { pending: { $each: events } } }),
          },
          { returnDocument: 'after', projection: POST_PROJECTION, lean: true },
        );
      });
      if (after === null) {
        // If the post was deleted during the edit, no former text is kept.
        if ((await look(before._id)) === null) await deps.formerTexts.removeOf(before._id);
        continue;
      }
      const named = mediaUrls(after.media);
      const dropped = mediaUrls(before.media).filter((url) => !named.includes(url));
      await deps.uploads.dropLater(viewer.id, dropped);
      await deps.texts.deliver(after, events);
      await deps.linkCards.request(after._id, card);
      return present(after, viewer.id);
    }
    throw new AppError('CONFLICT', 'The post is being edited elsewhere');
  }

  /** Takes the link card of a post away. @throws AppError 403 if the viewer is not the owner */
  async function removeCard(viewer: Viewer, id: string): Promise<Post> {
    const post = await find(id);
    if (post.user.toHexString() !== viewer.id) throw permissionDenied();
    await deps.linkCards.remove(post._id);
    return get(id, viewer);
  }

  /**
   * Deletes a post with its interactions, comments and their likes. `finishRemovals` completes an interrupted
   * deletion.
   * @throws AppError 403 if the viewer is neither the owner nor an admin
   */
  async function remove(viewer: Viewer, id: string): Promise<void> {
    const post = await find(id);
    const own = post.user.toHexString() === viewer.id;
    if (!own && !viewer.isAdmin) throw permissionDenied();
    if (!own) {
      const { _id: target, user, title, description } = post;
      const note = title || description;
      const removal = { admin: viewer, act: 'remove-post', user, target, note } as const;
      await deps.outbox.publish('adminRemoval', removal);
    }
    if (!(await removeOne(post))) throw postNotFound();
  }

  /** Removes a reported post; the caller has logged it. Does nothing if the post is gone. */
  async function removeReported(_id: Types.ObjectId): Promise<void> {
    const post = await look(_id);
    if (post !== null) await removeOne(post);
  }

  /** Removes a post that is old enough to go, unless it is pinned or its author suspended. @returns whether it did */
  async function removeExpired(_id: Types.ObjectId): Promise<boolean> {
    const post = await look(_id);
    return post !== null && (await removeOne(post, { pinnedAt: null, hidden: false }));
  }

  /** Covers the media of a reported post; the caller has logged it. Does nothing if the post is gone. */
  async function markSensitive(_id: Types.ObjectId): Promise<void> {
    await deps.posts.updateOne({ _id, deletedAt: null }, { $set: { markedSensitive: true } });
  }

  /** Removes the posts of a user. The caller removes the user's uploads. */
  async function removeOfUser(user: Types.ObjectId, signal: AbortSignal): Promise<void> {
    for await (const { _id } of deps.posts.find({ user, deletedAt: null }, { _id: 1 }).lean()) {
      signal.throwIfAborted();
      await removeOne({ _id, user });
    }
  }

  /**
   * @param only what must hold for the post to be removed
   * @returns false if it does not, or another call is removing the post
   */
  async function removeOne(
    { _id, user, media = [] }: Pick<PostRecord, '_id' | 'user'> & Partial<StoredPost>,
    only: { pinnedAt?: null; hidden?: false } = {},
  ): Promise<boolean> {
    const { matchedCount } = await deps.posts.updateOne(
      { _id, deletedAt: null, ...only },
      { $set: { ...REMOVED, owner: user, totalsDue: true, deletedAt: deps.now() } },
    );
    if (matchedCount === 0) return false;
    // First, since the rest may take long and nothing names the uploads any more.
    deps.uploads.drop(user.toHexString(), mediaUrls(media));
    await finishRemoval(_id);
    return true;
  }

  /** Continues interrupted deletions. */
  async function finishRemovals(): Promise<void> {
    const before = later(deps.now(), -STALE_AFTER);
    const found = await deps.posts
      .find({ deletedAt: { $lt: before } }, { _id: 1 })
      .limit(REMOVALS_AT_ONCE)
      .lean();
    for (const { _id } of found) await finishRemoval(_id);
  }

  async function finishRemoval(post: Types.ObjectId): Promise<void> {
    await deps.outbox.publish('postRemoval', post);
    await deps.posts.deleteOne({ _id: post, 'pending.0': { $exists: false } });
  }

  async function find(id: string): Promise<StoredPost> {
    const post = await look(new Types.ObjectId(id));
    if (post === null) throw postNotFound();
    return post;
  }

  function look(_id: Types.ObjectId): Promise<StoredPost | null> {
    return collectionOf(deps.posts).findOne({ _id, deletedAt: null }, { projection: POST_PROJECTION });
  }

  async function present(post: StoredPost, viewerId: string | null): Promise<Post> {
    const [presented] = await deps.assembler.posts([post], viewerId);
    if (presented === undefined) throw postNotFound();
    return presented;
  }

  /** Returns the former texts of a post. @throws AppError 404 also if the author is suspended */
  async function history(id: string): Promise<FormerText[]> {
    const post = await find(id);
    if ((await deps.assembler.authors([post.user])).size === 0) throw postNotFound();
    return deps.formerTexts.list(post._id, writtenAt(post));
  }

  async function keepText(before: StoredPost, { title, description }: PostFields): Promise<void> {
    if (title === before.title && description === before.description) return;
    const { _id: post, user, title: had, description: text } = before;
    const former = { of: post, post, user, title: had, text, writtenAt: writtenAt(before) };
    await deps.formerTexts.keep(former);
  }

  /** Runs a write with the new fields while the newly named uploads are held. */
  async function withFields<T>(
    viewer: Author,
    body: CreatePostBody,
    before: Pick<PostRecord, 'media'> & Partial<PostFields>,
    write: (fields: PostFields) => Promise<T>,
  ): Promise<T> {
    const had = mediaUrls(before.media);
    const merged = mergeMedia(body, before.media, deps.addresses);
    const added = mediaUrls(merged).filter((url) => !had.includes(url));
    const { known, release } = await deps.uploads.hold(viewer.id, added);
    try {
      const fields = fieldsOf(body, before, merged, known);
      return await write({ ...fields, language: await writtenLanguage(body, before, fields) });
    } finally {
      await release();
    }
  }

  function fieldsOf(
    body: CreatePostBody,
    before: Pick<PostRecord, 'media'> & Partial<PostFields>,
    merged: readonly Media[],
    uploads: ReadonlyMap<string, Media>,
  ): Omit<PostFields, 'language'> {
    const fields = {
      title: body.title ?? before.title ?? '',
      description: body.description ?? before.description ?? '',
      location: body.location ?? before.location ?? '',
      contentWarning: body.contentWarning ?? before.contentWarning ?? '',
      sensitive: body.sensitive ?? before.sensitive ?? false,
      commenting: body.commenting ?? before.commenting ?? 'everybody',
      commentsCloseAfter:
        body.commentsCloseAfter === undefined ? (before.commentsCloseAfter ?? null) : body.commentsCloseAfter,
      tags: body.tags === undefined ? (before.tags ?? []) : distinctTags(body.tags),
      media: merged.map((item) => completeMedia(item, uploads.get(item.url))),
    };
    if (fields.title === '' && fields.description === '' && fields.media.length === 0) {
      throw invalidField('title', 'A post needs a title, a description or media');
    }
    return {
      ...fields,
      uploads: uploadsIn(mediaUrls(fields.media)),
      hasMedia: fields.media.length > 0,
      tagKeys: tagKeys(fields),
      searchTerms: postTerms(fields),
    };
  }

  return {
    create,
    get,
    update,
    removeCard,
    remove,
    removeReported,
    removeExpired,
    markSensitive,
    removeOfUser,
    finishRemovals,
    history,
    prepare: withFields,
  };
}

/**
 * The current time, but at least a millisecond later than `before`, since these times identify edits and former
 * texts.
 */
export const laterThan = (now: Date, before: Date): Date => (now <= before ? later(before, 1) : now);

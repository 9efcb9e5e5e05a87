import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_RULES,
  EMPTY_POST,
  filled,
  formerTextOf,
  type CreatePostBody,
  type FormerText,
  type Media,
  type Post,
  type PostRules,
  type UpdatePostBody,
  type WrittenPost,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types, type Model } from 'mongoose';
import type { StoredEvent } from '../../platform/events/stored-event.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { AppError, invalidField, permissionDenied } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { laterThan } from '../../platform/time.js';
import { uploadsIn } from '../../community/uploads/upload-address.js';
import type { UploadUses } from '../../community/uploads/upload-uses.js';
import type { MediaAddresses } from '../../community/users/media-addresses.js';
import type { PostPositions } from './post-positions.js';
import { findPost, getPost, postNotFound } from './find-post.js';
import { writtenAt, type FormerTexts } from './former-texts.js';
import type { PostCards } from './post-cards.js';
import { completeMedia, mediaUrls, mergeMedia } from './post-media.js';
import type { PostTexts } from './post-texts.js';
import { NO_COUNTS, type PostRecord } from './post.model.js';
import { POST_PROJECTION, type PostAssembler, type StoredPost } from './post.presenter.js';
import { writtenLanguage } from './post-language.js';
import { postTerms, tagKeys, writtenTags } from './post-terms.js';
import { distinctTags } from './tags.js';

export interface PostWriting extends Pick<Platform, 'config' | 'now'> {
  posts: Model<PostRecord>;
  positions: PostPositions;
  assembler: PostAssembler;
  addresses: MediaAddresses;
  formerTexts: FormerTexts;
  texts: PostTexts;
  cards: Pick<PostCards, 'fieldsFor' | 'request' | 'remove'>;
  settingsOf: (user: Types.ObjectId) => Promise<PostRules>;
  uploads: Pick<UploadUses, 'hold' | 'dropLater'>;
}

/** What the author wrote, and what follows from it. */
type PostFields = WrittenPost & Pick<PostRecord, 'uploads' | 'hasMedia' | 'tagKeys' | 'searchTerms'>;

/** The post before a write, or the values that a new one starts with. */
type Before = Pick<PostRecord, 'media'> & Partial<PostFields>;
type Write<T> = (fields: PostFields) => Promise<T>;

const NOTHING_WRITTEN: WrittenPost = { ...EMPTY_POST, ...DEFAULT_RULES };

type Author = Pick<Viewer, 'id' | 'isSilenced'>;

const EDIT_TRIES = 20;

/** @throws AppError 400 without a title, description or media */
async function create(
  deps: PostWriting,
  viewer: Author,
  body: CreatePostBody,
  _id = new Types.ObjectId(),
): Promise<Post> {
  const { texts, cards, positions, now } = deps;
  const user = new Types.ObjectId(viewer.id);
  const empty = { media: [], ...(await deps.settingsOf(user)) };
  const record = await prepare(deps, viewer, body, empty, async (fields) => {
    const events = await texts.eventsFor(fields);
    const [inserted] = await positions.insert([
      {
        _id,
        user,
        ...fields,
        ...cards.fieldsFor(fields, undefined),
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
  await cards.request(record._id, record);
  return present(deps, record, viewer.id);
}

/** @throws AppError 404 also if the author is suspended */
async function get(deps: PostWriting, id: string, viewer: Viewer | null): Promise<Post> {
  return present(deps, await getPost(collectionOf(deps.posts), id), viewer?.id ?? null);
}

/**
 * Changes the fields in the request. The write succeeds only if nobody edited since the read, so that two
 * concurrent edits cannot produce an invalid post.
 * @throws AppError 403 if the viewer is not the owner, or removes a moderator's mark
 */
async function update(deps: PostWriting, viewer: Viewer, id: string, body: UpdatePostBody): Promise<Post> {
  for (let attempt = 0; attempt < EDIT_TRIES; attempt += 1) {
    const before = await getPost(collectionOf(deps.posts), id);
    if (before.user.toHexString() !== viewer.id) throw permissionDenied();
    if (body.sensitive === false && before.markedSensitive === true) {
      const message = t`The moderators marked this post as sensitive`;
      throw new AppError('PERMISSION_DENIED', message, { errors: [{ path: 'sensitive', message }] });
    }
    let events: StoredEvent[] = [];
    let card: ReturnType<PostCards['fieldsFor']> = {};
    const after = await prepare(deps, viewer, body, before, async (fields) => {
      const terms = isDeepStrictEqual(writtenTags(before), writtenTags(fields))
        ? []
        : [...tagKeys(before), ...fields.tagKeys];
      await keepText(deps, before, fields);
      events = await deps.texts.eventsFor(fields, before);
      card = deps.cards.fieldsFor(fields, before.card);
      return deps.posts.findOneAndUpdate(
        { _id: before._id, editedAt: before.editedAt, deletedAt: null },
        {
          $set: {
            ...fields,
            ...card,
            ...(fields.hasMedia !== before.media.length > 0 && { uncounted: before.user, totalsDue: true }),
            ...(terms.length > 0 && { 'tagsDue.op': new Types.ObjectId() }),
            editedAt: laterThan(deps.now(), writtenAt(before)),
          },
          ...(terms.length > 0 && { $addToSet: { 'tagsDue.terms': { $each: terms } } }),
          ...(events.length > 0 && { $push: { pending: { $each: events } } }),
        },
        { returnDocument: 'after', projection: POST_PROJECTION, lean: true },
      );
    });
    if (after === null) {
      // If the post was deleted during the edit, no former text is kept.
      if ((await findPost(collectionOf(deps.posts), before._id)) === null)
        await deps.formerTexts.removeOf(before._id);
      continue;
    }
    const named = mediaUrls(after.media);
    const dropped = mediaUrls(before.media).filter((url) => !named.includes(url));
    await deps.uploads.dropLater(viewer.id, dropped);
    await deps.texts.deliver(after, events);
    await deps.cards.request(after._id, card);
    return present(deps, after, viewer.id);
  }
  throw new AppError('CONFLICT', t`The post is being edited elsewhere`);
}

/** Takes the link card of a post away. @throws AppError 403 if the viewer is not the owner */
async function removeCard(deps: PostWriting, viewer: Viewer, id: string): Promise<Post> {
  const post = await getPost(collectionOf(deps.posts), id);
  if (post.user.toHexString() !== viewer.id) throw permissionDenied();
  await deps.cards.remove(post._id);
  return get(deps, id, viewer);
}

/** Covers the media of a reported post; the caller has logged it. Does nothing if the post is gone. */
async function markSensitive({ posts }: PostWriting, _id: Types.ObjectId): Promise<void> {
  await posts.updateOne({ _id, deletedAt: null }, { $set: { markedSensitive: true } });
}

async function present({ assembler }: PostWriting, post: StoredPost, viewerId: string | null): Promise<Post> {
  const [presented] = await assembler.posts([post], viewerId);
  if (presented === undefined) throw postNotFound();
  return presented;
}

/** Returns the former texts of a post. @throws AppError 404 also if the author is suspended */
async function history(deps: PostWriting, id: string): Promise<FormerText[]> {
  const post = await getPost(collectionOf(deps.posts), id);
  if ((await deps.assembler.authors([post.user])).size === 0) throw postNotFound();
  return deps.formerTexts.list(post._id, writtenAt(post));
}

async function keepText({ formerTexts }: PostWriting, before: StoredPost, after: PostFields): Promise<void> {
  const former = formerTextOf(before);
  if (isDeepStrictEqual(former, formerTextOf(after))) return;
  const { _id: post, user } = before;
  await formerTexts.keep({ ...former, of: post, post, user, writtenAt: writtenAt(before) });
}

/** Runs a write with the new fields while the newly named uploads are held. */
async function prepare<T>(
  { addresses, uploads }: PostWriting,
  viewer: Author,
  body: CreatePostBody,
  before: Before,
  write: Write<T>,
): Promise<T> {
  const had = mediaUrls(before.media);
  const merged = mergeMedia(body, before.media, addresses);
  const added = mediaUrls(merged).filter((url) => !had.includes(url));
  const { known, release } = await uploads.hold(viewer.id, added);
  try {
    const fields = fieldsOf(body, before, merged, known);
    return await write({ ...fields, language: await writtenLanguage(body, before, fields) });
  } finally {
    await release();
  }
}

function fieldsOf(
  body: CreatePostBody,
  before: Before,
  merged: readonly Media[],
  uploads: ReadonlyMap<string, Media>,
): PostFields {
  const written = filled(filled(NOTHING_WRITTEN, before), body);
  const fields = {
    ...written,
    tags: body.tags === undefined ? written.tags : distinctTags(body.tags),
    media: merged.map((item) => completeMedia(item, uploads.get(item.url))),
  };
  if (fields.title === '' && fields.description === '' && fields.media.length === 0) {
    throw invalidField('title', t`A post needs a title, a description or media`);
  }
  return {
    ...fields,
    uploads: uploadsIn(mediaUrls(fields.media)),
    hasMedia: fields.media.length > 0,
    tagKeys: tagKeys(fields),
    searchTerms: postTerms(fields),
  };
}

/** Creates, reads and edits single posts; post-removals.ts deletes them. */
export function createPostsService(deps: PostWriting) {
  return {
    create: (viewer: Author, body: CreatePostBody, _id?: Types.ObjectId) => create(deps, viewer, body, _id),
    get: (id: string, viewer: Viewer | null) => get(deps, id, viewer),
    update: (viewer: Viewer, id: string, body: UpdatePostBody) => update(deps, viewer, id, body),
    removeCard: (viewer: Viewer, id: string) => removeCard(deps, viewer, id),
    history: (id: string) => history(deps, id),
    markSensitive: (_id: Types.ObjectId) => markSensitive(deps, _id),
    prepare: <T>(viewer: Author, body: CreatePostBody, before: Before, write: Write<T>) =>
      prepare(deps, viewer, body, before, write),
  };
}

import * as z from 'zod/mini';
import { givenTime, isoDate, objectId, plainAnswer, success } from './common.js';
import { endpoint } from './endpoint.js';
import { createPostBody, getPost, media } from './posts.js';
import { timeZone } from './time-zone.js';

/**
 * When a draft is published: at a random minute between two times, such as the ends of a day where its author lives.
 * Equal times are an exact one. `timeZone` is where the author chose them; a choice made before it was kept has none.
 */
const publishing = z.object({
  from: givenTime('from'),
  until: givenTime('until'),
  timeZone: z.optional(timeZone('timeZone')),
});
export type Publishing = z.infer<typeof publishing>;

const draftPost = z.omit(createPostBody, { images: true, videos: true });

/**
 * A post that its author keeps in the account: a draft, or one to be published later. `problem` says why it could not
 * be published. `version` grows with each change.
 */
export const draft = z.object({
  _id: objectId(),
  post: z.extend(draftPost, { media: z.array(media), tags: z.array(z.string()) }),
  publishing: z.nullable(publishing),
  problem: z.nullable(z.string()),
  version: z.int(),
  updatedAt: isoDate,
});
export type StoredDraft = z.infer<typeof draft>;

const draftParams = z.object({ draftId: objectId('Invalid draft ID') });
const draftAnswer = z.object({ ...success, data: draft });
const draftBody = { post: draftPost, publishing: z.optional(z.nullable(publishing)) };

/** The scheduled ones first, the next at the top; then the drafts, the last changed at the top. */
export const listDrafts = endpoint('listDrafts', { answer: z.object({ ...success, data: z.array(draft) }) });

export const createDraft = endpoint('createDraft', { body: z.object(draftBody), answer: draftAnswer });

/** Replaces a draft, if `version` is its current one. */
export const updateDraft = endpoint('updateDraft', {
  params: draftParams,
  body: z.object({ ...draftBody, version: z.int({ error: 'version must be a whole number' }) }),
  answer: draftAnswer,
});

/** Deletes a draft; one to be published later is then not. */
export const deleteDraft = endpoint('deleteDraft', { params: draftParams, answer: plainAnswer });

/** Publishes a draft now. */
export const publishDraft = endpoint('publishDraft', { params: draftParams, answer: getPost.answer });

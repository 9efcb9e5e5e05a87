import type { ReactionState } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import { keepApplied, runOptimisticUpdate } from '../../../../cache/optimistic-update';
import {
  addWaitingReaction,
  isReaction,
  pendingChangesOf,
  reactionKey,
  removeWaitingReaction,
  storePendingChanges,
  usePendingStore,
  WAITING_MAX,
  type ReactionKind,
  type WaitingReaction,
} from '../../../../cache/pending-changes';
import { isOutcomeUnknown } from '../../../../cache/run-mutation';
import { api } from '../../../../lib/api-client';
import { ApiError, isSignedOut } from '../../../../lib/api-error';
import { inOneTab } from '../../../../lib/in-one-tab';
import { isWorthRetrying } from '../../../../lib/query-client';
import { toast } from '../../../../lib/toast';
import { noteSaved } from '../../../../lib/unsaved-drafts';
import { patchPost } from '../model/patch-post';
import { paramsOf, type ClientPost } from '../model/post';
import { announceAnswer, confirmReaction, lockReaction } from './reaction-answer';
import { groupOf, kindsOf, reactionOf, withReaction } from './reaction-change';

const TOAST = 'waiting-reactions';

/** Whether a call failed because the browser is offline: a repetition in another form is harmless. */
export const neverLeft = (error: unknown): boolean =>
  error instanceof ApiError && error.isNetwork && !navigator.onLine;

/** The waiting reactions of a viewer, oldest subject first. */
const waitingOf = (viewerId: string): WaitingReaction[] =>
  [...pendingChangesOf(viewerId).values()].filter(isReaction);

const heldFor = (viewerId: string, kind: ReactionKind, postId: string): WaitingReaction | undefined => {
  const held = pendingChangesOf(viewerId).get(reactionKey(groupOf(kind), postId));
  return held && isReaction(held) ? held : undefined;
};

/** Whether a reaction of this group waits for the post. */
export const isWaiting = (viewerId: string, kind: ReactionKind, postId: string): boolean =>
  heldFor(viewerId, kind, postId) !== undefined;

const announceWaiting = (stored: boolean): void => {
  noteSaved(TOAST, stored);
  if (!stored)
    toast.error('This browser cannot save what waits. It is lost when you close or reload the page.', {
      id: TOAST,
    });
  else if (!navigator.onLine) toast.message('It is sent when the connection is back.', { id: TOAST });
};

interface Press {
  /** The post as shown before the press. */
  before: ClientPost;
  kind: ReactionKind;
  /** Whether a call for it was sent. */
  tried: boolean;
}

/**
 * Shows a press and keeps it until there is a connection. Replaces what waits for the same post; nothing waits if the
 * user is back at what the account has.
 * @returns false if too many reactions wait: then nothing happens
 */
export const keepWaiting = (
  client: QueryClient,
  viewerId: string,
  { before, kind, tried }: Press,
): boolean => {
  const post = before._id;
  const group = groupOf(kind);
  const current = reactionOf(before, group);
  const wanted = current === kind ? null : kind;
  const held = heldFor(viewerId, kind, post);
  if (!held && waitingOf(viewerId).length >= WAITING_MAX) return false;
  if (held && !held.tried && held.was === wanted) removeWaitingReaction(viewerId, held, wanted);
  else {
    const at = new Date().toISOString();
    const change = { kind: 'react', post, author: before.user._id, group, wanted, was: current, at } as const;
    announceWaiting(addWaitingReaction(viewerId, { ...change, ...(tried && { tried }) }));
  }
  // a sent one shows already, if the user is still here
  if (!tried) patchPost(client, post, (cached) => withReaction(cached, group, wanted));
  return true;
};

/** Shows the viewer's waiting reactions in the cache and in each response. @returns a function that stops it */
export const showWaitingReactions = (client: QueryClient): (() => void) => {
  const apply = () => {
    for (const change of usePendingStore.getState().changes.values())
      if (isReaction(change))
        patchPost(client, change.post, (post) => withReaction(post, change.group, change.wanted));
  };
  const stop = keepApplied(client, apply);
  const unsubscribe = usePendingStore.subscribe(apply);
  return () => {
    stop();
    unsubscribe();
  };
};

const TYPES = { like: 'like', dislike: 'dislike', bookmark: 'save', pin: 'pin' } as const;

/** Sets or clears one reaction; sending it twice has the effect of once. Throws ApiError. */
const setReaction = async (kind: ReactionKind, postId: string, action: 'add' | 'remove') =>
  (await api.call('react', { params: paramsOf(postId), body: { type: TYPES[kind], action } })).data;

/** Brings the account to what is wanted. Throws ApiError. */
const sendWanted = async ({ post, group, wanted, was, tried }: WaitingReaction): Promise<ReactionState> => {
  if (wanted) return setReaction(wanted, post, 'add');
  const [first, ...others] = was && !tried ? [was] : kindsOf(group);
  let state = await setReaction(first, post, 'remove');
  for (const kind of others) state = await setReaction(kind, post, 'remove');
  return state;
};

/** Whether the server rejected a change, so that sending it again is useless. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  // a proxy's page
  error.code !== 'NOT_JSON' &&
  !isSignedOut(error) &&
  !isOutcomeUnknown(error) &&
  !isWorthRetrying(error);

/** Removes a sent reaction, unless the user has changed it since. */
const acknowledge = (viewerId: string, sent: WaitingReaction): void => {
  const pending = pendingChangesOf(viewerId);
  const name = reactionKey(sent.group, sent.post);
  const now = pending.get(name);
  if (!now || !isReaction(now)) return;
  if (now.at === sent.at || now.wanted === sent.wanted) removeWaitingReaction(viewerId, now, now.wanted);
  else {
    const { tried: _tried, ...rest } = now;
    storePendingChanges(viewerId, pending.set(name, { ...rest, was: sent.wanted }));
  }
};

/** Sends one waiting reaction. Resolves to whether the server can be reached. */
const sendOne = async (client: QueryClient, viewerId: string, change: WaitingReaction): Promise<boolean> => {
  const { post, group, wanted, was, author } = change;
  const [any] = kindsOf(group);
  const kind = wanted ?? was ?? any;
  const unlock = lockReaction(kind, post);
  if (!unlock) return true;
  // from now on the account may have it
  const name = reactionKey(group, post);
  storePendingChanges(viewerId, pendingChangesOf(viewerId).set(name, { ...change, tried: true }));
  // null: it waits on
  await runOptimisticUpdate<ReactionState | null>(client, {
    queryKey: keys.posts,
    // what waits is shown anyway
    apply: () => undefined,
    send: async () => {
      try {
        const state = await sendWanted(change);
        acknowledge(viewerId, change);
        return state;
      } catch (error) {
        if (isRefused(error)) throw error;
        return null;
      }
    },
    confirm: (state) => {
      if (state) confirmReaction(client, post, kind, state);
    },
    rollback: () => {
      removeWaitingReaction(viewerId, change, was);
      patchPost(client, post, (cached) => withReaction(cached, group, was));
    },
    onSuccess: (state) => {
      if (state) announceAnswer(client, { kind, postId: post, authorId: author, state });
    },
    onError: () =>
      toast.error('Some of what you did offline could not be sent. The post may be gone.', { id: TOAST }),
  });
  unlock();
  return heldFor(viewerId, kind, post) === undefined;
};

const sendAll = async (client: QueryClient, viewerId: string): Promise<void> => {
  for (const { group, post } of waitingOf(viewerId)) {
    // the user may have left, or changed it
    if (usePendingStore.getState().of !== viewerId || !navigator.onLine) return;
    const change = heldFor(viewerId, kindsOf(group)[0], post);
    if (change && !(await sendOne(client, viewerId, change))) return;
  }
  noteSaved(TOAST, true);
};

let queue: Promise<void> = Promise.resolve();

/** Sends the viewer's waiting reactions, in one tab at a time. Those that fail wait on. Never rejects. */
export const sendWaitingReactions = (client: QueryClient, viewerId: string): Promise<void> => {
  if (waitingOf(viewerId).length === 0) return Promise.resolve();
  queue = queue
    .then(() => inOneTab(`waiting-reactions ${viewerId}`, () => sendAll(client, viewerId)))
    .catch(() => undefined);
  return queue;
};

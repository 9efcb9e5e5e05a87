import { t } from '@lingui/core/macro';
import type { ReactionState } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keepApplied, runOptimisticUpdate } from '../../../../cache/optimistic-update';
import {
  acknowledge,
  addPendingChange,
  isReaction,
  noteSent,
  pendingChangesOf,
  reactionKey,
  removePendingChange,
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
import { serverDate } from '../../../../lib/server-clock';
import { toast } from '../../../../lib/toast';
import { noteSaved } from '../../../../lib/unsaved-drafts';
import { patchPost } from '../model/patch-post';
import { paramsOf, type ClientPost } from '../model/post';
import { lockReaction, reactionUpdate } from './reaction-answer';
import { groupOf, kindsOf, reactionOf, withReaction } from './reaction-change';

const TOAST = 'waiting-reactions';

/** Whether a call failed because the browser is offline: a repetition in another form is harmless. */
export const neverLeft = (error: unknown): boolean =>
  error instanceof ApiError && error.isNetwork && !navigator.onLine;

/** The waiting reactions of a viewer, oldest subject first. */
const waitingOf = (viewerId: string): WaitingReaction[] =>
  [...pendingChangesOf(viewerId).values()].filter(isReaction);

/** What waits of the same group for the same post. */
const heldFor = (viewerId: string, change: WaitingReaction): WaitingReaction | undefined => {
  const held = pendingChangesOf(viewerId).get(reactionKey(change));
  return held && isReaction(held) ? held : undefined;
};

/** Whether a reaction of the same group waits for the same post. */
export const isWaiting = (viewerId: string, change: WaitingReaction): boolean =>
  heldFor(viewerId, change) !== undefined;

const announceWaiting = (stored: boolean): void => {
  noteSaved(TOAST, stored);
  if (!stored)
    toast.error(t`This browser cannot save what waits. It is lost when you close or reload the page.`, {
      id: TOAST,
    });
  else if (!navigator.onLine) toast.message(t`It is sent when the connection is back.`, { id: TOAST });
};

/** What a press on a post wants. @param before the post as shown before the press */
export const changeOfPress = (before: ClientPost, kind: ReactionKind): WaitingReaction => {
  const group = groupOf(kind);
  const was = reactionOf(before, group);
  const wanted = was === kind ? null : kind;
  const at = serverDate().toISOString();
  return { kind: 'react', post: before._id, author: before.user._id, group, wanted, was, at };
};

/** Shows the user's reaction of a group on every copy of a post. */
export const showReaction = (
  client: QueryClient,
  { post, group }: WaitingReaction,
  reaction: ReactionKind | null,
): void => patchPost(client, post, (cached) => withReaction(cached, group, reaction));

/**
 * Shows a reaction and keeps it until there is a connection. Replaces what waits for the same post; nothing waits if
 * the user is back at what the account has.
 * @returns false if too many reactions wait: then nothing happens
 */
export const keepWaiting = (client: QueryClient, viewerId: string, change: WaitingReaction): boolean => {
  if (!isWaiting(viewerId, change) && waitingOf(viewerId).length >= WAITING_MAX) return false;
  const stored = addPendingChange(viewerId, reactionKey(change), change);
  if (isWaiting(viewerId, change)) announceWaiting(stored);
  // a sent one shows already, if the user is still here
  if (!change.tried) showReaction(client, change, change.wanted);
  return true;
};

/** Shows the viewer's waiting reactions in the cache and in each response. @returns a function that stops it */
export const showWaitingReactions = (client: QueryClient): (() => void) => {
  const apply = () => {
    for (const change of usePendingStore.getState().changes.values())
      if (isReaction(change)) showReaction(client, change, change.wanted);
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

/** Sends one waiting reaction. Resolves to whether the server can be reached. */
const sendOne = async (client: QueryClient, viewerId: string, change: WaitingReaction): Promise<boolean> => {
  const { group, wanted, was } = change;
  const kind = wanted ?? was ?? kindsOf(group)[0];
  const unlock = lockReaction(kind, change.post);
  if (!unlock) return true;
  const key = reactionKey(change);
  noteSent(viewerId, [[key, change]]);
  await runOptimisticUpdate(client, {
    ...reactionUpdate(client, kind, change),
    // what waits is shown anyway
    apply: () => undefined,
    send: async () => {
      try {
        const state = await sendWanted(change);
        acknowledge(viewerId, [key, change], wanted);
        return state;
      } catch (error) {
        if (isRefused(error)) throw error;
        return null;
      }
    },
    rollback: () => {
      removePendingChange(viewerId, [key, { ...change, wanted: was }]);
      showReaction(client, change, was);
    },
    onError: () =>
      toast.error(t`Some of what you did offline could not be sent. The post may be gone.`, { id: TOAST }),
  });
  unlock();
  return !isWaiting(viewerId, change);
};

const sendAll = async (client: QueryClient, viewerId: string): Promise<void> => {
  for (const waiting of waitingOf(viewerId)) {
    // the user may have left, or changed it
    if (usePendingStore.getState().of !== viewerId || !navigator.onLine) return;
    const change = heldFor(viewerId, waiting);
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

import { t } from '@lingui/core/macro';
import type { CreatePostBody, CurrentUser, Publishing, StoredDraft } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { runMutation } from '../../../../cache/run-mutation';
import { forgetUnanswered, sendOnce } from '../../../../cache/send-once';
import { addWaitingPost } from '../../../../cache/waiting-posts';
import { paths } from '../../../../config/paths';
import { api } from '../../../../lib/api-client';
import { toast } from '../../../../lib/toast';
import { isReachedWithin } from '../../../../lib/use-close';
import { patchPost } from '../../post/model/patch-post';
import type { ClientPost } from '../../post/model/post';
import { createPost, notePublished, updatePost } from '../../post/model/write-post';
import { neverLeft } from '../../post/reactions/waiting-reactions';
import { showInTheDeck } from '../components/in-the-deck';
import { KEPT_APART, draftsKey, saveDraft } from '../model/account-drafts';

/** What the form writes: one of the user's posts, a draft of the account, or else a new post. */
export interface Written {
  user: CurrentUser;
  post?: ClientPost | undefined;
  stored?: StoredDraft | undefined;
  /** Called after a new post was published. */
  onPublished: () => void;
}

/** Tells the user of a success; `here` is false if the user has left the page, which then stays unchanged. */
export type Tell = (here: boolean) => void;

/**
 * Publishes posts, and keeps them in the account. Both throw ApiError, whose `errors` name fields.
 * @param changed the version of the draft that the text changes, if it is not the latest
 */
export const usePublishing = ({ user, post, stored, onPublished }: Written, changed?: number) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { key } = useLocation();
  /** The draft of the account as last saved. */
  const held = useRef(stored && { ...stored, version: changed ?? stored.version });

  const open = (href: string) => void navigate(href, { replace: true });
  const refreshDrafts = () => void client.invalidateQueries({ queryKey: draftsKey(user._id) });

  const save = async (body: CreatePostBody, publishing: Publishing | null, isLast = false) => {
    const { _id: draft = null, version } = held.current ?? {};
    const call = { draft, version, body, publishing };
    const saved = await sendOnce(call, (idempotencyKey) =>
      runMutation(client, () => saveDraft(body, publishing, held.current, idempotencyKey, isLast)),
    );
    held.current = saved;
    refreshDrafts();
    return saved;
  };
  /** Saves what was changed, then publishes the draft. */
  const publishStored = async (body: CreatePostBody) => {
    const { _id: draftId, isCopy } = await save(body, held.current?.publishing ?? null, true);
    if (isCopy) throw new Error(KEPT_APART);
    const { data } = await runMutation(client, (idempotencyKey) =>
      api.call('publishDraft', { params: { draftId }, idempotencyKey }),
    );
    refreshDrafts();
    return data;
  };
  /** Publishes a new post. Without a connection it waits in this browser: then there is none yet. */
  const publishNew = async (body: CreatePostBody) => {
    let idempotencyKey = '';
    try {
      return await sendOnce(body, (key) => {
        idempotencyKey = key;
        return runMutation(client, () => createPost(body, key));
      });
    } catch (error) {
      if (!neverLeft(error) || !addWaitingPost(user._id, { idempotencyKey, body })) throw error;
      // the waiting post has the key now
      forgetUnanswered(body);
      return undefined;
    }
  };

  /** Keeps the post in the account, to be published later or, with `null`, as a draft. */
  const keep = async (body: CreatePostBody, publishing: Publishing | null): Promise<Tell> => {
    const saved = await save(body, publishing);
    return (here) => {
      if (saved.isCopy) toast.message(KEPT_APART);
      else toast.success(saved.publishing ? t`Your post will be published later.` : t`Your draft is saved.`);
      if (here) open(paths.drafts.getHref());
    };
  };

  /** Publishes the post, or saves the changes of a published one. */
  const send = async (body: CreatePostBody): Promise<Tell> => {
    if (post) {
      const changed = await runMutation(client, () => updatePost(post._id, body));
      patchPost(client, post._id, () => changed);
      return (here) => {
        toast.success(t`Your changes are saved.`);
        if (!here) return;
        // go back if the user came from the post page, which would otherwise be in the history twice
        if (isReachedWithin(key)) void navigate(-1);
        else open(paths.post.getHref(post._id));
      };
    }
    const created = await (stored ? publishStored(body) : publishNew(body));
    if (!created)
      return (here) => {
        toast.message(t`Your post is published when the connection is back.`);
        if (here) open(paths.drafts.getHref());
      };
    notePublished(client, user._id);
    onPublished();
    return (here) => {
      const href = paths.post.getHref(created._id);
      showInTheDeck(here ? undefined : () => void navigate(href));
      if (here) open(href);
    };
  };

  return { keep, send };
};

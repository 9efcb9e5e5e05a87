import {
  type CreatePostBody,
  type CurrentUser,
  type Publishing,
  type StoredDraft,
} from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { invalidateDependents, patchPost } from '../../features/content/post/model/patch-post';
import { keys } from '../../cache/keys';
import { serverNow } from '../../lib/server-clock';
import { toClientPost, type ClientPost } from '../../features/content/post/model/post';
import { runMutation } from '../../cache/run-mutation';
import { addWaitingPost } from '../../cache/waiting-posts';
import { Page } from '../../components/layouts/page';
import { Button } from '../../components/ui/button';
import { EmptyState } from '../../components/ui/empty-state';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { ComposerForm } from '../../features/content/composer/components/composer-form';
import { Gone } from '../../features/content/composer/components/text-kept';
import {
  draftFrom,
  draftsKey,
  draftsQuery,
  saveDraft,
} from '../../features/content/composer/model/account-drafts';
import { draftOf, type Draft } from '../../features/content/composer/model/composer-rules';
import { textsLeftOf } from '../../features/content/composer/model/draft-store';
import { forgetFeed } from '../../features/reading/feed/feed-memory';
import { createPost, updatePost } from '../../features/content/post/model/write-post';
import { neverLeft } from '../../features/content/post/reactions/waiting-reactions';
import { PostCard } from '../../features/content/post/card/post-card';
import { isMissingPost, usePost } from '../../features/content/post/model/use-post';
import type { Elements } from '../../lib/elements';
import { toast } from '../../lib/toast';
import { PostFailed, PostMissing } from '../../features/content/post/page/post-states';
import { api } from '../../lib/api-client';
import { isReachedWithin, useClose } from '../../lib/use-close';
import { ROOMY, useMediaQuery } from '../../lib/use-media-query';
import { useOwnAccount } from '../../lib/viewer';

/** Placeholder id of a post that is not published yet. */
const UNSENT = '0'.repeat(24);

const previewOf = (
  { media, commenting: _who, commentsCloseAfter: _days, ...draft }: Draft,
  user: CurrentUser,
): ClientPost =>
  toClientPost({
    ...draft,
    // nobody translates their own draft
    language: null,
    _id: UNSENT,
    title: draft.title.trim(),
    description: draft.description.trim(),
    contentWarning: draft.contentWarning.trim(),
    media,
    images: media.filter(({ kind }) => kind === 'image').map(({ url }) => url),
    videos: media.filter(({ kind }) => kind === 'video').map(({ url }) => url),
    createdAt: new Date(serverNow()).toISOString(),
    editedAt: null,
    views: 0,
    likes: 0,
    commentsCount: 0,
    reactions: { likes: 0, dislikes: 0, shares: 0, saves: 0 },
    userInteraction: { liked: false, disliked: false, saved: false, viewed: false },
    isPinned: false,
    isBookmarked: false,
    user: { ...user, isFollowing: false },
  });

/** A page with Cancel; without its heading where the form has one. */
const Frame = ({ title, bare = false, children }: { title: string; bare?: boolean; children: Elements }) => {
  const close = useClose();
  return (
    <Page
      title={title}
      bare={bare}
      corner={false}
      action={
        <Button variant="ghost" className="md:hidden" onClick={close}>
          Cancel
        </Button>
      }
    >
      {children}
    </Page>
  );
};

interface ComposerProps {
  user: CurrentUser;
  post?: ClientPost;
  stored?: StoredDraft;
}

const Composer = ({ user, post, stored }: ComposerProps) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { key } = useLocation();
  const close = useClose();
  // on phones the form fills the screen
  const compact = !useMediaQuery(ROOMY);
  const title = post ? 'Edit Post' : 'Create Post';
  const postId = useRef(post?._id);
  const waits = useRef(false);
  /** The draft of the account as last saved. */
  const held = useRef(stored);

  const handleKeep = async (
    body: CreatePostBody,
    publishing: Publishing | null,
    isLast = false,
  ): Promise<void> => {
    const save = (key: string) => saveDraft(body, publishing, held.current, key, isLast);
    held.current = await runMutation(client, save, body);
    void client.invalidateQueries({ queryKey: draftsKey(user._id) });
  };
  const handleKept = (here: boolean): void => {
    toast.success(held.current?.publishing ? 'Your post is published later.' : 'Your draft is saved.');
    if (here) void navigate(paths.drafts.getHref(), { replace: true });
  };
  /** Saves what was changed, then publishes the draft. */
  const publishStored = async (body: CreatePostBody) => {
    await handleKeep(body, held.current?.publishing ?? null, true);
    const params = { draftId: held.current?._id ?? '' };
    const { data } = await runMutation(client, (key) =>
      api.call('publishDraft', { params, idempotencyKey: key }),
    );
    void client.invalidateQueries({ queryKey: draftsKey(user._id) });
    return data;
  };

  /** Publishes a new post. Without a connection it waits in this browser: then there is none yet. */
  const publish = async (body: CreatePostBody) => {
    let idempotencyKey = '';
    try {
      return await runMutation(
        client,
        (key) => {
          idempotencyKey = key;
          return createPost(body, key);
        },
        body,
      );
    } catch (error) {
      if (!neverLeft(error) || !addWaitingPost(user._id, { idempotencyKey, body })) throw error;
      return undefined;
    }
  };

  const handleSend = async (body: CreatePostBody): Promise<void> => {
    if (post) {
      const changed = await runMutation(client, () => updatePost(post._id, body));
      patchPost(client, post._id, () => changed);
      return;
    }
    const created = await (stored ? publishStored(body) : publish(body));
    waits.current = created === undefined;
    if (!created) return;
    postId.current = created._id;
    // the next list uses a new order that includes the new post (F §4); a list on the screen stays as is
    client.removeQueries({ queryKey: keys.posts, type: 'inactive' });
    forgetFeed();
    invalidateDependents(client, 'create', user._id);
  };
  const handleSent = (here: boolean): void => {
    if (waits.current) {
      toast.message('Your post is published when the connection is back.');
      if (here) void navigate(paths.drafts.getHref(), { replace: true });
      return;
    }
    toast.success(post ? 'Your changes are saved.' : 'Your post is published.');
    if (!here || !postId.current) return;
    // go back if the user came from the post page, which would otherwise be in the history twice
    if (post && isReachedWithin(key)) void navigate(-1);
    else void navigate(paths.post.getHref(postId.current), { replace: true });
  };

  return (
    <Frame title={title} bare={compact}>
      <ComposerForm
        user={user}
        {...(post ? { editing: { postId: post._id, draft: draftOf(post) } } : {})}
        preview={(draft) => <PostCard post={previewOf(draft, user)} preview />}
        opened={stored && { draftId: stored._id, draft: draftFrom(stored), publishing: stored.publishing }}
        onSend={handleSend}
        onKeep={handleKeep}
        onKept={handleKept}
        onSent={handleSent}
        compact={compact}
        title={title}
        onCancel={close}
      />
    </Frame>
  );
};

const EditPost = ({ user, postId }: { user: CurrentUser; postId: string }) => {
  const { data: post, error, isFetching, refetch } = usePost(postId, true);
  // wait for the fetch: saving a stale copy would undo changes from another device; the form ignores later
  // responses
  const [read, setRead] = useState(false);
  if (post && !isFetching && !read) setRead(true);
  if (post?.user._id === user._id && read && !isMissingPost(error))
    return <Composer key={postId} user={user} post={post} />;
  return (
    <Frame title="Edit Post">
      {isMissingPost(error) ? (
        textsLeftOf(user._id, { postId }).length > 0 ? (
          <Gone
            userId={user._id}
            edited={{ postId }}
            title="Post not found"
            why="The post does not exist or has been deleted."
          />
        ) : (
          <PostMissing />
        )
      ) : post && post.user._id !== user._id ? (
        <EmptyState title="This is not your post" text="Only its author may edit it." />
      ) : error && !isFetching ? (
        <PostFailed busy={false} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading post">
          <Skeleton className="h-96 rounded-card" />
        </div>
      )}
    </Frame>
  );
};

const EditDraft = ({ user, draftId }: { user: CurrentUser; draftId: string }) => {
  const { data, error, isFetching, refetch } = useQuery(draftsQuery(user._id));
  // the form ignores later responses
  const [stored, setStored] = useState<StoredDraft>();
  const found = data?.find(({ _id }) => _id === draftId);
  if (found && !isFetching && !stored) setStored(found);
  if (stored) return <Composer key={draftId} user={user} stored={stored} />;
  return (
    <Frame title="Create Post">
      {isFetching || found ? (
        <div role="status" aria-label="Loading draft">
          <Skeleton className="h-96 rounded-card" />
        </div>
      ) : error ? (
        <PostFailed busy={false} onRetry={() => void refetch()} />
      ) : (
        <Gone
          userId={user._id}
          edited={{ draftId }}
          title="This draft is gone"
          why="It was published or deleted."
        />
      )}
    </Frame>
  );
};

/** /createpost; with `edit={id}` the same form for one of the user's posts. */
export const CreatePostRoute = () => {
  const user = useOwnAccount();
  const [query] = useSearchParams();
  const postId = query.get('edit');
  const draftId = query.get('draft');
  if (!user) return null;
  if (draftId !== null) return <EditDraft key={draftId} user={user} draftId={draftId} />;
  return postId === null ? (
    <Composer key={user._id} user={user} />
  ) : (
    <EditPost key={postId} user={user} postId={postId} />
  );
};

import { t } from '@lingui/core/macro';
import type { CurrentUser, StoredDraft } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '../../components/layouts/page';
import { Button, buttonClass } from '../../components/ui/button';
import { EmptyState } from '../../components/ui/empty-state';
import { Skeleton } from '../../components/ui/skeleton';
import { ComposerForm } from '../../features/content/composer/components/composer-form';
import { paths } from '../../config/paths';
import { Gone } from '../../features/content/composer/components/text-kept';
import type { Written } from '../../features/content/composer/hooks/use-publishing';
import { draftsQuery } from '../../features/content/composer/model/account-drafts';
import { textsLeftOf } from '../../features/content/composer/model/draft-store';
import { isMissingPost, usePost } from '../../features/content/post/model/use-post';
import { PostFailed, PostMissing } from '../../features/content/post/page/post-states';
import { forgetFeed } from '../../features/reading/feed/feed-memory';
import type { Elements } from '../../lib/elements';
import { useClose } from '../../lib/use-close';
import { ROOMY, useMediaQuery } from '../../lib/use-media-query';
import { useOwnAccount } from '../../lib/viewer';

/** A page with Cancel; without its heading where the form has one. */
const Frame = ({ title, bare = false, children }: { title: string; bare?: boolean; children: Elements }) => {
  const close = useClose();
  return (
    <Page
      title={title}
      bare={bare}
      corner={false}
      action={
        <>
          <Button variant="ghost" className="md:hidden" onClick={close}>
            {t`Cancel`}
          </Button>
          <Link
            to={paths.drafts.getHref()}
            className={buttonClass({ variant: 'ghost', size: 'sm', className: 'max-md:hidden' })}
          >
            {t`Drafts`}
          </Link>
        </>
      }
    >
      {children}
    </Page>
  );
};

const Composer = (written: Omit<Written, 'onPublished'>) => {
  // on phones the form fills the screen
  const compact = !useMediaQuery(ROOMY);
  const title = written.post ? t`Edit Post` : t`Create Post`;
  return (
    <Frame title={title} bare={compact}>
      <ComposerForm {...written} title={title} compact={compact} onPublished={forgetFeed} />
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
    <Frame title={t`Edit Post`}>
      {isMissingPost(error) ? (
        textsLeftOf(user._id, { postId }).length > 0 ? (
          <Gone
            userId={user._id}
            edited={{ postId }}
            title={t`Post not found`}
            why={t`The post does not exist or has been deleted.`}
          />
        ) : (
          <PostMissing />
        )
      ) : post && post.user._id !== user._id ? (
        <EmptyState title={t`This is not your post`} text={t`Only its author may edit it.`} />
      ) : error && !isFetching ? (
        <PostFailed busy={false} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={t`Loading post`}>
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
    <Frame title={t`Create Post`}>
      {isFetching || found ? (
        <div role="status" aria-label={t`Loading draft`}>
          <Skeleton className="h-96 rounded-card" />
        </div>
      ) : error ? (
        <PostFailed busy={false} onRetry={() => void refetch()} />
      ) : (
        <Gone
          userId={user._id}
          edited={{ draftId }}
          title={t`This draft is gone`}
          why={t`It was published or deleted.`}
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

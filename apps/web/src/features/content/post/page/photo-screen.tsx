import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { Spinner } from '../../../../components/ui/spinner';
import { paths } from '../../../../config/paths';
import { PhotoViewer } from './photo-viewer';
import { useCardViews } from '../model/card-views';
import { isMissingPost, usePost } from '../model/use-post';
import { mediaItems } from '../model/media-items';
import { postName } from '../model/post';
import { PostFailed, PostMissing } from './post-states';
import { isReachedWithin } from '../../../../lib/use-close';
import { useWarning } from '../model/warning';
import { PageTitle } from '../../../../components/layouts/page-title';

/** Converts `number` (from 1, from the address) to an index, clamped to the list. */
export const placeOf = (number: string, length: number): number => {
  const wanted = /^\d{1,9}$/.test(number) ? Number(number) : 1;
  return Math.min(Math.max(wanted, 1), length) - 1;
};

const PhotoScreen = ({ postId, number }: { postId: string; number: string }) => {
  const { data: post, error, isFetching, refetch } = usePost(postId);
  const { closed, media } = useWarning(post);
  const navigate = useNavigate();
  const { key } = useLocation();
  // slides replace the history entry, so only the first key shows how the viewer was opened
  const [cold] = useState(!isReachedWithin(key));
  const items = post ? mediaItems(post) : [];
  const index = placeOf(number, items.length);
  const shown = items.length > 0 && !closed && media === 'shown';
  // the carousel shows the same item when the viewer closes
  useEffect(() => {
    if (shown) useCardViews.getState().change(postId, { slide: index });
  }, [shown, postId, index]);
  if (isMissingPost(error)) return <PostMissing />;
  if (!post)
    return error && !isFetching ? (
      <PostFailed busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div className="grid min-h-dvh place-items-center text-muted">
        <Spinner size={32} label={t`Loading post`} />
      </div>
    );
  const postHref = paths.post.getHref(postId);
  if (!shown) return <Navigate to={postHref} replace />;
  return (
    <>
      <PageTitle title={postName(post)} />
      <PhotoViewer
        items={items}
        index={index}
        onIndex={(next) =>
          void navigate(paths.photo.getHref(post.user.userName, postId, next + 1), {
            replace: true,
            preventScrollReset: true,
          })
        }
        onClose={() => void (cold ? navigate(postHref, { replace: true }) : navigate(-1))}
      />
    </>
  );
};

/** /{username}/status/{id}/photo/{num}: a post's media in full screen; the address follows the slides. */
export const PhotoRoute = () => {
  const { postId = '', number = '1' } = useParams();
  return <PhotoScreen key={postId} postId={postId} number={number} />;
};

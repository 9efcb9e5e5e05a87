import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button';
import { EmptyState, ErrorState } from '../../../../components/ui/empty-state';
import { LostDrawing } from '../../../../components/ui/drawings';
import { GoHome } from '../../../../components/layouts/lost-page';

/** The post does not exist (F §2). */
export const PostMissing = () => (
  <EmptyState
    as="h1"
    role="alert"
    figure={<LostDrawing />}
    title={t`Post not found`}
    text={t`The post does not exist or has been deleted.`}
    action={<GoHome />}
  />
);

/** Any other failure (F §2). */
export const PostFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <ErrorState
    title={t`Error loading post`}
    text={t`Something went wrong while loading the post, please try again.`}
    action={
      <div className="flex flex-wrap justify-center gap-2">
        <Button busy={busy} onClick={onRetry}>
          {t`Try Again`}
        </Button>
        <GoHome quiet />
      </div>
    }
  />
);

import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button';
import { EmptyState } from '../../../../components/ui/empty-state';
import { BrokenDrawing } from '../../../../components/ui/drawings';
import { Spinner } from '../../../../components/ui/spinner';
import { ApiError, messageOf } from '../../../../lib/api-error';
import { LostPage } from '../../../../components/layouts/lost-page';
import { PageTitle } from '../../../../components/layouts/page-title';

/** Skeleton while the profile loads (A §2.9). */
export const ProfileLoading = () => (
  <div role="status" className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 text-muted">
    <Spinner size={32} className="text-accent" />
    <span>{t`Loading profile...`}</span>
  </div>
);

/** Shown if the URL has no user name (A §2.9). */
export const InvalidProfileUrl = () => (
  <LostPage underBar title={t`Invalid URL`} text={t`Username is required`} />
);

const debugOf = (error: Error, userName: string): string => {
  const lines = [`username: ${userName}`, `address: ${window.location.pathname}`];
  if (error instanceof ApiError) lines.push(`status: ${error.status}`, `code: ${error.code}`);
  return [...lines, `message: ${error.message}`].join('\n');
};

/** Shows that the user does not exist on a 404 or an invalid name, otherwise the error (A §2.9). */
export const ProfileError = ({ error, userName }: { error: Error; userName: string }) => {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <LostPage underBar title={t`User not found`} text={t`The profile you're looking for doesn't exist`} />
    );
  return (
    <div className="lg:pt-14">
      <PageTitle title={t`Something went wrong`} />
      <EmptyState
        as="h1"
        role="alert"
        figure={<BrokenDrawing />}
        title={t`Oops! Something went wrong`}
        text={
          <>
            <p>{messageOf(error)}</p>
            <details className="mt-4 text-start text-meta">
              <summary className="cursor-pointer py-2 text-center font-medium">{t`Debug info`}</summary>
              <pre className="mt-1 max-w-full overflow-x-auto rounded-media bg-fill p-3 whitespace-pre-wrap">
                {debugOf(error, userName)}
              </pre>
            </details>
          </>
        }
        action={<Button onClick={() => window.location.reload()}>{t`Reload Page`}</Button>}
      />
    </div>
  );
};

import { Page } from '../../components/layouts/page';
import { lazyRoute } from '../../lib/lazy';
import { moderates } from '../../lib/moderates';
import { useOwnAccount } from '../../lib/viewer';
import { NotFoundRoute } from './not-found';

const ReportQueue = lazyRoute(() => import('../../features/moderation/report-queue'), 'ReportQueue');

/** /admin: reported content, for moderators; other users see the not-found page. */
export const AdminRoute = () => {
  const user = useOwnAccount();
  if (!moderates(user)) return <NotFoundRoute />;
  return (
    <Page title="Reports" lead="What people told the moderators. Who told is shown to nobody.">
      <ReportQueue />
    </Page>
  );
};

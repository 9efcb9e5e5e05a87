import { DoorOpen, Flag } from 'lucide-react';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { Page } from '../../components/layouts/page';
import { PageTabs } from '../../components/ui/page-tabs';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { lazyRoute } from '../../lib/lazy';
import { moderates } from '../../lib/moderates';
import { useOwnAccount } from '../../lib/viewer';
import { NotFoundRoute } from './not-found';

const ReportQueue = lazyRoute(() => import('../../features/moderation/report-queue'), 'ReportQueue');

const RegistrationPage = lazyRoute(
  () => import('../../features/moderation/registration/registration-page'),
  'RegistrationPage',
);

/** The parts in tab order; `id` is the last segment of their address. /admin shows the first. Moderators see those without `adminsOnly`. */
const PARTS = [
  {
    id: 'reports',
    label: 'Reports',
    icon: Flag,
    lead: 'What people told the moderators. Who told is shown to nobody.',
    adminsOnly: false,
    Content: ReportQueue,
  },
  {
    id: 'registration',
    label: 'Registration',
    icon: DoorOpen,
    lead: 'Who may come in.',
    adminsOnly: false,
    Content: RegistrationPage,
  },
] as const;
const [FIRST] = PARTS;
const hrefOf = (id: string) => paths.admin.getHref(id === FIRST.id ? undefined : id);

/** /admin: reports, and what else runs the instance, for moderators and admins; other users see the not-found page. */
export const AdminRoute = () => {
  const user = useOwnAccount();
  const { part: wanted = FIRST.id } = useParams();
  const shown = PARTS.filter(({ adminsOnly }) => (adminsOnly ? user?.isAdmin : moderates(user)));
  const part = shown.find(({ id }) => id === wanted);
  if (!part) return <NotFoundRoute />;
  const { label, lead, Content } = part;
  return (
    <Page title={label} lead={lead}>
      {shown.length > 1 && <PageTabs label="Administration" parts={shown} active={part.id} hrefOf={hrefOf} />}
      <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
        <Content key={part.id} />
      </Suspense>
    </Page>
  );
};

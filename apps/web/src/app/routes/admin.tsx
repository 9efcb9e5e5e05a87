import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { Page } from '../../components/layouts/page';
import { PageTabs } from '../../components/ui/page-tabs';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { FactorNotice } from '../../features/moderation/admin/factor-notice';
import { MailNotice } from '../../features/moderation/admin/mail-notice';
import { lazyRoute } from '../../lib/lazy';
import { moderates } from '../../lib/moderates';
import { useOwnAccount } from '../../lib/viewer';
import { NotFoundRoute } from './not-found';

const ReportQueue = lazyRoute(() => import('../../features/moderation/reports/report-queue'), 'ReportQueue');
const InstanceSettings = lazyRoute(
  () => import('../../features/moderation/admin/instance-settings'),
  'InstanceSettings',
);
const Members = lazyRoute(() => import('../../features/moderation/members/members'), 'Members');

const Appeals = lazyRoute(() => import('../../features/moderation/appeals/appeals'), 'Appeals');

const RegistrationPage = lazyRoute(
  () => import('../../features/moderation/admissions/registration-page'),
  'RegistrationPage',
);

const FiguresPage = lazyRoute(() => import('../../features/moderation/figures/figures-page'), 'FiguresPage');

const ServicePage = lazyRoute(() => import('../../features/moderation/admin/service-page'), 'ServicePage');

interface Part {
  id: string;
  label: string;
  lead: string;
  Content: ComponentType;
  /** Whether moderators do not see it. */
  adminsOnly?: boolean;
}

/** The parts in tab order; `id` is the last segment of their address. /admin shows the first. */
const PARTS: readonly [Part, ...Part[]] = [
  {
    id: 'reports',
    label: t`Reports`,
    lead: t`What people told the moderators. Who told is shown to nobody.`,
    Content: ReportQueue,
  },
  { id: 'appeals', label: t`Appeals`, lead: t`What suspended members answer.`, Content: Appeals },
  {
    id: 'people',
    label: t`People`,
    lead: t`Members with their reports, and what moderators can do.`,
    Content: Members,
  },
  { id: 'registration', label: t`Registration`, lead: t`Who may come in.`, Content: RegistrationPage },
  {
    id: 'figures',
    label: t`Figures`,
    lead: t`How this place grows, in numbers. They name nobody.`,
    Content: FiguresPage,
  },
  {
    id: 'instance',
    label: t`Instance`,
    lead: t`The name, the look and the texts of this place.`,
    adminsOnly: true,
    Content: InstanceSettings,
  },
  {
    id: 'service',
    label: t`Service`,
    lead: t`How the service runs, and what was done here.`,
    adminsOnly: true,
    Content: ServicePage,
  },
];
const [FIRST] = PARTS;
const hrefOf = (id: string) => paths.admin.getHref(id === FIRST.id ? undefined : id);

/** The role may be newer than the stored session: asks for it once before the page counts as missing. */
const NotAllowed = () => {
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    void useSessionStore
      .getState()
      .verify()
      .finally(() => setChecked(true));
  }, []);
  return isChecked ? <NotFoundRoute /> : <Skeleton className="h-64 rounded-card" />;
};

/** /admin: reports, and what else runs the instance, for moderators and admins; other users see the not-found page. */
export const AdminRoute = () => {
  const user = useOwnAccount();
  const { part: wanted = FIRST.id } = useParams();
  const part = PARTS.find(({ id }) => id === wanted);
  if (!part) return <NotFoundRoute />;
  const parts = PARTS.filter(({ adminsOnly }) => user?.isAdmin === true || adminsOnly !== true);
  if (!moderates(user) || !parts.includes(part)) return <NotAllowed />;
  const { label, lead, Content } = part;
  return (
    <Page title={label} lead={lead}>
      {parts.length > 1 && (
        <PageTabs label={t`Administration`} parts={parts} active={part.id} hrefOf={hrefOf} />
      )}
      <FactorNotice />
      <MailNotice />
      <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
        <Content key={part.id} />
      </Suspense>
    </Page>
  );
};

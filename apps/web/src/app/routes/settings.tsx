import { Bell, CircleUser, HeartHandshake, Palette, Shield, UserPen } from 'lucide-react';
import { Suspense } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { lazyRoute } from '../../lib/lazy';
import { Page } from '../../components/layouts/page';
import { PageTabs } from '../../components/ui/page-tabs';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { useOwnAccount } from '../../lib/viewer';

const ProfileSettings = lazyRoute(() => import('./settings-profile'), 'ProfileSettings');
const AppearanceSettings = lazyRoute(() => import('./settings-appearance'), 'AppearanceSettings');
const CareSettings = lazyRoute(() => import('./settings-care'), 'CareSettings');
const NotificationSettings = lazyRoute(() => import('./settings-notifications'), 'NotificationSettings');
const SecuritySettings = lazyRoute(() => import('./settings-security'), 'SecuritySettings');
const AccountSettings = lazyRoute(() => import('./settings-account'), 'AccountSettings');

/** The parts in tab order; `id` is the last segment of their address. /settings shows the first. */
const PARTS = [
  { id: 'profile', label: 'Profile', icon: UserPen, Content: ProfileSettings },
  { id: 'appearance', label: 'Appearance', icon: Palette, Content: AppearanceSettings },
  { id: 'care', label: 'Care', icon: HeartHandshake, Content: CareSettings },
  { id: 'notifications', label: 'Notifications', icon: Bell, Content: NotificationSettings },
  { id: 'security', label: 'Security', icon: Shield, Content: SecuritySettings },
  { id: 'account', label: 'Account', icon: CircleUser, Content: AccountSettings },
] as const;
const [FIRST] = PARTS;

const hrefOf = (id: string) => paths.settings.getHref(id === FIRST.id ? undefined : id);

/** The settings, one part at a time: /settings is the profile, /settings/{part} the others. */
export const SettingsRoute = () => {
  const user = useOwnAccount();
  const { part: wanted = FIRST.id } = useParams();
  const part = PARTS.find(({ id }) => id === wanted);
  if (!part) return <Navigate to={paths.settings.getHref()} replace />;
  if (!user) return null;
  return (
    <Page title="Settings">
      <PageTabs label="Settings" parts={PARTS} active={part.id} hrefOf={hrefOf} />
      <div className="flex flex-col gap-4">
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <part.Content key={part.id} user={user} />
        </Suspense>
      </div>
    </Page>
  );
};

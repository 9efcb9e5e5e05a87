import { Bell, CircleUser, HeartHandshake, Palette, Shield, UserPen } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { lazyRoute } from '../../lib/lazy';
import { Page } from '../../components/layouts/page';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { cx } from '../../lib/class-names';
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

const Tabs = ({ active }: { active: string }) => {
  const bar = useRef<HTMLElement>(null);
  // on narrow screens the bar scrolls: centre the active tab
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (bar.current && tab)
      bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [active]);
  return (
    <nav
      ref={bar}
      aria-label="Settings"
      className="-mx-4 mb-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <ul className="flex min-w-max gap-1">
        {PARTS.map(({ id, label, icon: Icon }) => (
          <li key={id}>
            <Link
              to={paths.settings.getHref(id === FIRST.id ? undefined : id)}
              aria-current={id === active ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2 rounded-pill px-3.5 text-body font-semibold transition-colors -outline-offset-2',
                id === active
                  ? 'bg-accent-soft text-accent-text'
                  : 'text-muted hover:bg-fill hover:text-text',
              )}
            >
              <Icon size="1.125em" aria-hidden className="md:hidden" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** The settings, one part at a time: /settings is the profile, /settings/{part} the others. */
export const SettingsRoute = () => {
  const user = useOwnAccount();
  const { part: wanted = FIRST.id } = useParams();
  const part = PARTS.find(({ id }) => id === wanted);
  if (!part) return <Navigate to={paths.settings.getHref()} replace />;
  if (!user) return null;
  return (
    <Page title="Settings">
      <Tabs active={part.id} />
      <div className="flex flex-col gap-4">
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <part.Content key={part.id} user={user} />
        </Suspense>
      </div>
    </Page>
  );
};

import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@social-feed/contracts';
import { ArrowLeft } from 'lucide-react';
import { Suspense, type ComponentType } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { Page, PageHead } from '../../components/layouts/page';
import { PageTitle } from '../../components/layouts/page-title';
import { Card } from '../../components/ui/card';
import { IconButton } from '../../components/ui/icon-button';
import { Skeleton } from '../../components/ui/skeleton';
import { paths } from '../../config/paths';
import { Invitations } from '../../features/identity/account-settings/components/invitation-list';
import { SettingsList } from '../../features/identity/account-settings/components/settings-list';
import {
  hrefOf,
  isPage,
  MOVED,
  pageOf,
  pagesWithin,
  type PageId,
} from '../../features/identity/account-settings/settings-list';
import { useAnswers } from '../../features/identity/account-settings/use-answers';
import { useInvitations } from '../../features/identity/account-settings/use-invitations';
import { lazyRoute } from '../../lib/lazy';
import { DESKTOP, useMediaQuery } from '../../lib/use-media-query';
import { moderates } from '../../lib/moderates';
import { useOwnAccount } from '../../lib/viewer';

const security = () => import('./settings-security');

const CONTENTS: Record<PageId, ComponentType<{ user: CurrentUser }>> = {
  profile: lazyRoute(() => import('./settings-profile'), 'ProfileSettings'),
  reading: lazyRoute(() => import('./settings-reading'), 'ReadingSettings'),
  appearance: lazyRoute(() => import('./settings-appearance'), 'AppearanceSettings'),
  care: lazyRoute(() => import('./settings-care'), 'CareSettings'),
  posts: lazyRoute(() => import('./settings-posts'), 'PostSettings'),
  notifications: lazyRoute(() => import('./settings-notifications'), 'NotificationSettings'),
  security: lazyRoute(security, 'SecuritySettings'),
  invitations: Invitations,
  data: lazyRoute(() => import('./settings-data'), 'DataSettings'),
  password: lazyRoute(security, 'PasswordSettings'),
  connections: lazyRoute(security, 'ConnectionSettings'),
  devices: lazyRoute(security, 'DeviceSettings'),
  tokens: lazyRoute(security, 'TokenSettings'),
  activity: lazyRoute(security, 'ActivitySettings'),
};

interface PartProps {
  user: CurrentUser;
  id: PageId;
  /** Whether the list stands beside the page, which then needs no way back to it. */
  beside: boolean;
  onInput?: (() => void) | undefined;
}

/** One page of the settings, on one surface. */
const SettingsPart = ({ user, id, beside, onInput }: PartProps) => {
  const { title, within } = pageOf(id);
  const Content = CONTENTS[id];
  const back = within ? hrefOf(within) : paths.settings.getHref();
  const navigate = useNavigate();
  return (
    <div className="min-w-0" onInput={onInput}>
      <PageTitle title={t`${title} · Settings`} />
      <PageHead
        title={title}
        back={
          beside && !within ? undefined : (
            <IconButton
              label={within ? t`Back to ${pageOf(within).title}` : t`Back to Settings`}
              className="-ms-3 -me-2"
              onClick={() => void navigate(back, { state: { left: id } })}
            >
              <ArrowLeft size="1.25em" aria-hidden />
            </IconButton>
          )
        }
      />
      <div className="px-4 py-4 md:px-0 md:pt-0">
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <Card className="divide-y divide-line">
            <Content key={id} user={user} />
          </Card>
        </Suspense>
      </div>
    </div>
  );
};

/** The list of pages with what is set there. Apart, so that its calls wait until it shows. */
const SettingsMenu = ({ user, active }: { user: CurrentUser; active?: PageId | undefined }) => {
  const { own = [], mayInvite } = useInvitations();
  const pages = pagesWithin().filter((id) => id !== 'invitations' || mayInvite || own.length > 0);
  return (
    <SettingsList
      pages={pages}
      all={[...pages, ...pagesWithin('security')]}
      answers={useAnswers(user)}
      staff={moderates(user)}
      active={active && (pageOf(active).within ?? active)}
    />
  );
};

/**
 * /settings is the list of pages, /settings/{page} one of them. From 992 px the list stays beside the page, and the
 * first page stands beside it.
 */
export const SettingsRoute = () => {
  const user = useOwnAccount();
  const { part } = useParams();
  const { search, hash } = useLocation();
  const beside = useMediaQuery(DESKTOP);
  const navigate = useNavigate();
  if (!user) return null;
  if (part !== undefined && !isPage(part)) {
    const moved = MOVED[part];
    const pathname = moved === undefined ? paths.settings.getHref() : hrefOf(moved);
    return <Navigate to={{ pathname, search, hash }} replace />;
  }
  const id = part ?? (beside ? 'profile' : undefined);
  if (id === undefined)
    return (
      <Page title={t`Settings`}>
        <SettingsMenu user={user} />
      </Page>
    );
  // one tree for both widths: a turned phone or a smaller window must not lose a dialog, or what is typed
  return (
    <div
      className={beside ? 'grid gap-6' : undefined}
      style={beside ? { gridTemplateColumns: '280px minmax(0, 1fr)' } : undefined}
    >
      {beside ? (
        <div className="pt-5">
          <SettingsMenu user={user} active={id} />
        </div>
      ) : null}
      <SettingsPart
        user={user}
        id={id}
        beside={beside}
        // a narrower window shows the list at the plain address, in place of what is typed
        onInput={
          part === undefined
            ? () => void navigate(hrefOf(id), { replace: true, state: { keepPlace: true } })
            : undefined
        }
      />
    </div>
  );
};

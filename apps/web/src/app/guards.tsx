import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { FullScreenSpinner } from '../components/ui/spinner';
import { paths } from '../config/paths';
import { useSessionStore } from '../features/identity/session/stores/session-store';
import { returnPathOf, type ReturnState } from '../lib/return-to';
import { useViewer } from '../lib/viewer';
import { useVisitorMode } from '../lib/visitor-mode';

/** Full-screen spinner during the session check (A §2.1). */
const Initializing = () => (
  <FullScreenSpinner title={t`Initializing...`} text={t`Setting up your session...`} />
);

/**
 * Lets signed-in users pass, and with `visitors` also those browsing without an account; redirects others to
 * sign-in, which remembers the origin. If the session is lost in place, the open page stays.
 */
export const RequireUser = ({ children, visitors = false }: { children: ReactNode; visitors?: boolean }) => {
  const { status } = useViewer();
  const lostInPlace = useSessionStore((state) => state.lostInPlace);
  const visiting = useVisitorMode();
  const location = useLocation();
  const [admitted, setAdmitted] = useState<string>();
  if (status === 'signed-in' && admitted !== location.key) setAdmitted(location.key);

  if (status === 'initializing') return <Initializing />;
  const stays = lostInPlace && admitted === location.key;
  if (status === 'signed-in' || stays || (visitors && visiting)) return children;
  const state: ReturnState = { from: `${location.pathname}${location.search}${location.hash}` };
  return <Navigate to={paths.login.getHref()} replace state={state} />;
};

/** Account pages wait for the session check, like every guard. */
export const PublicOnly = ({ children }: { children: ReactNode }) => {
  const { status } = useViewer();
  return status === 'initializing' ? <Initializing /> : children;
};

/**
 * Redirects a signed-in user to the page they came from, otherwise home (A §2.1). Set `hold` while the page itself
 * signs a user in and redirects after its message.
 */
export const SignedInAway = ({ hold = false }: { hold?: boolean }) => {
  const { status } = useViewer();
  const location = useLocation();
  return status === 'signed-in' && !hold ? <Navigate to={returnPathOf(location.state)} replace /> : null;
};

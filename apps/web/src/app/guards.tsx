import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { FullScreenSpinner } from '../components/ui/full-screen-spinner';
import { paths } from '../config/paths';
import { useSessionStore } from '../features/session';
import { returnPathOf, type ReturnState } from '../lib/return-to';
import { useViewer } from '../lib/viewer';
import { useVisitorMode } from '../lib/visitor-mode';

/** Full-screen while the session is being checked (A §2.1). */
const Initializing = () => <FullScreenSpinner title="Initializing..." text="Setting up your session..." />;

/**
 * Lets signed-in people pass, with `visitors` also those who browse without an account; others go to sign-in, which
 * remembers where they came from. A session lost in place leaves the page that is open (design §4).
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

/** The account pages: a signed-in person is sent back at once (A §2.1). */
export const PublicOnly = ({ children }: { children: ReactNode }) => {
  const { status } = useViewer();
  const location = useLocation();
  const [arrived, setArrived] = useState(false);
  if (status === 'initializing') return <Initializing />;
  // whoever signs in on this page is led on by the page itself, after its message
  if (status === 'signed-out' && !arrived) setArrived(true);
  if (status === 'signed-in' && !arrived) return <Navigate to={returnPathOf(location.state)} replace />;
  return children;
};

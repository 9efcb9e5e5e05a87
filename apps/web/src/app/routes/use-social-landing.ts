import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { failureAddress, forgetAddress } from '../../features/oauth/social-login';
import { useSessionStore } from '../../features/session/stores/session-store';
import type { ReturnState } from '../../lib/return-to';

interface SocialLanding {
  /** Goes on in place of this page; the address that was kept for it is forgotten. */
  leave: (to: string, state?: ReturnState) => void;
  /** Where the address speaks of a failure, ends the sign-in, leads to the page it began on, and answers true. */
  leaveFailed: () => boolean;
}

/** What the pages have in common to which a provider's page leads back (A §4.3). */
export const useSocialLanding = (): SocialLanding => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const leave = useCallback(
    (to: string, state?: ReturnState): void => {
      forgetAddress();
      void navigate(to, { replace: true, state });
    },
    [navigate],
  );
  const leaveFailed = useCallback((): boolean => {
    const query = new URLSearchParams(search);
    const error = query.get('error');
    if (error === null) return false;
    useSessionStore.setState({ oauthInProgress: false });
    leave(failureAddress(error, query.get('details')));
    return true;
  }, [search, leave]);
  return { leave, leaveFailed };
};

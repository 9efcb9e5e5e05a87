import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { failureAddress, forgetAddress } from '../../features/identity/oauth/social-landing';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import type { ReturnState } from '../../lib/return-to';
import { loadAnswers } from '../../lib/words/answers';

interface SocialLanding {
  /** Replaces this page with another and removes the stored address. */
  leave: (to: string, state?: ReturnState) => void;
  /** If the address reports a failure: ends the sign-in, redirects to the page it began on, and returns true. */
  leaveFailed: () => boolean;
}

/** Shared by the pages that providers redirect to (A §4.3). */
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
    const to = failureAddress(error, query.get('details'), query.get('code'));
    // the next page says the API's words in its language
    void loadAnswers().then(() => leave(to));
    return true;
  }, [search, leave]);
  return { leave, leaveFailed };
};

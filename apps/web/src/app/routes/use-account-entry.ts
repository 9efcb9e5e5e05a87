import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { socialErrorMessage } from '../../features/session/model/social-errors';
import { safeReturnPath, type ReturnState } from '../../lib/return-to';

const READ = ['redirect', 'oauth_success', 'success', 'error', 'details', 'message'];

/** The address of an account page with the remembered origin written out: history state does not survive a provider. */
export const accountAddress = (page: 'login' | 'signup', state: unknown): string => {
  const from = safeReturnPath((state as ReturnState | null)?.from);
  const path = paths[page].getHref();
  return from === undefined ? path : `${path}?redirect=${encodeURIComponent(from)}`;
};

interface AccountEntry {
  /** What a social return left in the address, in words; null without one. */
  notice: { tone: 'error' | 'success'; text: string } | null;
  /** The address speaks of a finished social sign-in: the page says so and leads home. */
  socialSuccess: boolean;
}

/** `oauth_success` as servers write it; `false` and `0` are none. */
const isSuccess = (value: string | null): boolean => value !== null && value !== 'false' && value !== '0';

/**
 * Reads what stands in an account page's address and then takes it away (A §4.2): error and success become a notice, an allowed
 * `redirect` becomes the remembered origin in the history state.
 */
export const useAccountEntry = (page: 'login' | 'signup'): AccountEntry => {
  const location = useLocation();
  const navigate = useNavigate();
  const [entry] = useState<AccountEntry>(() => {
    const query = new URLSearchParams(location.search);
    const error = query.get('error');
    if (error) {
      const text = socialErrorMessage(page, error, query.get('details'));
      return { notice: { tone: 'error', text }, socialSuccess: false };
    }
    if (page === 'login' && isSuccess(query.get('oauth_success')))
      return {
        notice: { tone: 'success', text: 'Successfully logged in via social media!' },
        socialSuccess: true,
      };
    return { notice: null, socialSuccess: false };
  });
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (!READ.some((name) => query.has(name))) return;
    const redirect = safeReturnPath(query.get('redirect'));
    for (const name of READ) query.delete(name);
    const state: ReturnState = {
      ...(location.state as ReturnState | null),
      ...(redirect === undefined ? {} : { from: redirect }),
    };
    void navigate({ pathname: location.pathname, search: query.toString() }, { replace: true, state });
  }, [location, navigate]);
  return entry;
};

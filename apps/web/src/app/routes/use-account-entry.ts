import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { isSignInStep, type SignInStep } from '../../features/identity/session/model/sign-in-step';
import { socialErrorMessage } from '../../features/identity/session/model/social-errors';
import { safeReturnPath, type ReturnState } from '../../lib/return-to';
import type { FormMessage } from '../../lib/use-form';

const READ = ['redirect', 'oauth_success', 'success', 'error', 'details', 'code', 'message'];

/**
 * The address of an account page with the origin as a parameter: history state does not survive a provider's
 * redirect.
 * @param search the page's query, which may name an invitation
 */
export const accountAddress = (page: 'login' | 'signup', state: unknown, search: string): string => {
  const from = safeReturnPath((state as ReturnState | null)?.from);
  const query = new URLSearchParams(search);
  if (from !== undefined) query.set('redirect', from);
  return paths[page].getHref() + (query.size > 0 ? `?${query}` : '');
};

interface AccountEntry {
  /** The message for a social sign-in's result in the address; null without one. */
  notice: FormMessage | null;
  /** Whether the address reports a successful social sign-in: the page says so and redirects home. */
  socialSuccess: boolean;
  /** The step that a sign-in started elsewhere needs on this page. */
  step: SignInStep | null;
}

/** Whether `oauth_success` reports success; servers write `false` and `0` for failure. */
const isSuccess = (value: string | null): boolean => value !== null && value !== 'false' && value !== '0';

/**
 * Reads the parameters of an account page and then removes them from the address (A §4.2): error and success become
 * a notice, an allowed `redirect` becomes the origin in the history state.
 */
export const useAccountEntry = (page: 'login' | 'signup'): AccountEntry => {
  const location = useLocation();
  const navigate = useNavigate();
  const [entry] = useState<AccountEntry>(() => {
    const query = new URLSearchParams(location.search);
    const error = query.get('error');
    const step = isSignInStep(error) ? error : null;
    if (error && !step) {
      const text = socialErrorMessage(page, error, query.get('details'));
      return { notice: { tone: 'error', text, code: query.get('code') }, socialSuccess: false, step };
    }
    if (page === 'login' && isSuccess(query.get('oauth_success')))
      return {
        notice: { tone: 'success', text: t`Successfully logged in via social media!` },
        socialSuccess: true,
        step,
      };
    return { notice: null, socialSuccess: false, step };
  });
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const { size } = query;
    const redirect = safeReturnPath(query.get('redirect'));
    for (const name of READ) query.delete(name);
    if (query.size === size) return;
    const state: ReturnState = {
      ...(location.state as ReturnState | null),
      ...(redirect && { from: redirect }),
    };
    void navigate({ search: query.toString() }, { replace: true, state });
  }, [location, navigate]);
  return entry;
};

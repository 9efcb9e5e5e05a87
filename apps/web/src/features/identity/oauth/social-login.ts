import { t } from '@lingui/core/macro';
import { paths } from '../../../config/paths';
import { env } from '../../../config/env';
import { browser } from '../../../lib/browser';
import { writeText } from '../../../lib/json';

/** The name in sessionStorage. */
export const RETURN_ADDRESS = 'oauth-return-address';

/**
 * Stores the address where social sign-in starts, for this tab (A §4.3). Without session storage, the return goes
 * to Home.
 */
export const rememberAddress = (address: string): boolean =>
  writeText(RETURN_ADDRESS, address, 'sessionStorage');

/** `{api}/auth/{provider}?callback={origin}/auth/callback` (A §7.1). Throws without a provider. */
export const socialLoginUrl = (provider: string, origin = window.location.origin): string => {
  if (provider.trim() === '') throw new Error(t`OAuth provider is required`);
  const callback = encodeURIComponent(`${origin}${paths.authCallback.getHref()}`);
  return `${env.apiUrl}/auth/${encodeURIComponent(provider)}?callback=${callback}`;
};

/** Stores the current address for the return and navigates to the provider (A §4.3). */
export const startSocialLogin = (
  provider: string,
  currentAddress: string,
  entry: Record<string, string> = {},
): void => {
  const more = new URLSearchParams(entry).toString();
  const url = socialLoginUrl(provider) + (more && `&${more}`);
  rememberAddress(currentAddress);
  browser.leaveFor(url);
};

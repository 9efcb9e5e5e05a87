import { env } from '../../../config/env';
import { paths } from '../../../config/paths';
import { browser } from '../../../lib/browser';
import { rememberAddress } from './return-address';

/** `{api}/auth/{provider}?callback={origin}/auth/callback` (A §7.1). Throws without a provider. */
export const socialLoginUrl = (provider: string, origin = window.location.origin): string => {
  if (provider.trim() === '') throw new Error('OAuth provider is required');
  const callback = encodeURIComponent(`${origin}${paths.authCallback.getHref()}`);
  return `${env.apiUrl}/auth/${encodeURIComponent(provider)}?callback=${callback}`;
};

/** Keeps the current address for the return and goes to the provider (A §4.3). */
export const startSocialLogin = (provider: string, currentAddress: string): void => {
  const url = socialLoginUrl(provider);
  rememberAddress(currentAddress);
  browser.leaveFor(url);
};

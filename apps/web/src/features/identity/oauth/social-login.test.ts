import { afterEach, describe, expect, it, vi } from 'vitest';
import { browser } from '../../../lib/browser';
import { failureAddress, forgetAddress, returnAddress } from './social-landing';
import { rememberAddress, socialLoginUrl, startSocialLogin } from './social-login';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('starting social sign-in', () => {
  it('sends the provider and the return URL [A4.3-2 A5-52 A7.1-18]', () => {
    expect(socialLoginUrl('google', 'https://feed.example')).toBe(
      '/api/auth/google?callback=https%3A%2F%2Ffeed.example%2Fauth%2Fcallback',
    );
    expect(() => socialLoginUrl(' ')).toThrow('OAuth provider is required');
  });

  it('stores the current address in this tab only [A4.3-1 A7.1-18]', () => {
    const leaveFor = vi.spyOn(browser, 'leaveFor').mockReturnValue();
    startSocialLogin('linkedin', '/i/account/login?redirect=%2Fabout');
    expect(Object.values(sessionStorage)).toContain('/i/account/login?redirect=%2Fabout');
    expect(localStorage).toHaveLength(0);
    expect(leaveFor).toHaveBeenCalledWith(
      '/api/auth/linkedin?callback=http%3A%2F%2Flocalhost%3A3000%2Fauth%2Fcallback',
    );
  });
});

describe('returning from social sign-in', () => {
  it.each([
    ['/i/account/login?redirect=%2Fp%2F1', '/p/1'],
    ['/i/account/signup', '/home'],
    ['/i/account/login?redirect=https%3A%2F%2Fevil.example', '/home'],
    ['/about?x=1#y', '/about?x=1#y'],
    ['https://evil.example/about', '/home'],
    ['http://[', '/home'],
  ])('from %s leads to %s', (address, target) => {
    rememberAddress(address);
    expect(returnAddress()).toBe(target);
    forgetAddress();
    expect(returnAddress()).toBe('/home');
  });

  it('forwards a failure to the page it started on, with its details capped and the origin kept', () => {
    expect(failureAddress('oauth_no_user', null)).toBe('/i/account/login?error=oauth_no_user');
    rememberAddress('/i/account/signup?redirect=%2Fabout');
    expect(failureAddress('oauth_error', 'a&b=<c>')).toBe(
      '/i/account/signup?error=oauth_error&details=a%26b%3D%3Cc%3E&redirect=%2Fabout',
    );
    expect(failureAddress('x'.repeat(9000), 'y'.repeat(9000)).length).toBeLessThan(1000);
  });
});

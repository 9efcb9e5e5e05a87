import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import { ACCOUNT, addressOf, answerBy, answerWith, enterSignIn, sendSignIn } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';

describe.skipIf(chromiumPath === undefined)('sign-in errors', () => {
  const login = `${inject('web')}${ACCOUNT.login}`;
  const at = accountPages();

  const said = (words: string) => at.page.getByRole('alert').getByText(words, { exact: true }).waitFor();
  const attempt = () => sendSignIn(at.page, 'demo', 'Demo1234');
  const enter = (address: string) => enterSignIn(at.page, address);

  describe('of rejected or failed calls', () => {
    const refuse = (message: string) => answerWith(at.page, 'auth/login', { success: false, message }, 400);

    beforeAll(async () => {
      await at.open({ reducedMotion: 'no-preference' });
      await enter(login);
    });
    afterEach(() => at.page.unrouteAll());
    afterAll(() => at.close());

    it('shows missing fields without sending a call [A4.2-1 A5-3]', async () => {
      let calls = 0;
      await answerBy(at.page, 'auth/login', (route) => {
        calls += 1;
        return route.abort();
      });
      await sendSignIn(at.page, '  ', '');
      await at.page.getByText('Email or username is required').waitFor();
      await at.page.getByText('Password is required').waitFor();
      await sendSignIn(at.page, 'demo', '12345');
      await at.page.getByText('Password must be at least 6 characters').waitFor();
      expect(await at.page.getByText('Email or username is required').count()).toBe(0);
      expect(calls).toBe(0);
    });

    it('shows a timeout [A8-2]', async () => {
      await refuse('Request timeout - server may be slow or down');
      await attempt();
      await said('Request timed out. Please try again.');
    });

    it('shows wrong credentials, regardless of the letter case of "credential" [A8-3]', async () => {
      await at.page.unrouteAll();
      await sendSignIn(at.page, 'demo', 'not the password 1');
      await said('Invalid email/username or password. Please check your credentials.');
      // without the message of before
      await enter(login);
      await refuse('Bad CREDENTIALS');
      await attempt();
      await said('Invalid email/username or password. Please check your credentials.');
    });

    it('points users of social sign-in to the buttons below [A8-4]', async () => {
      await refuse('Please use social login for this account');
      await attempt();
      await said('This account is linked to social media. Please use the social login buttons below.');
    });

    it("shows the server's message for other errors [A8-5]", async () => {
      await refuse('The account rests until Monday');
      await attempt();
      await said('The account rests until Monday');
    });

    it('shows that the device is offline and keeps the input [A8-30]', async () => {
      await at.watched.context.setOffline(true);
      await attempt();
      await said('Network error. Please check your connection');
      await at.watched.context.setOffline(false);
      expect(await at.page.getByLabel('Email or Username').inputValue()).toBe('demo');
      expect(await at.page.getByLabel('Password', { exact: true }).inputValue()).toBe('Demo1234');
    });
  });

  describe('from the address', () => {
    beforeAll(async () => {
      await at.open();
    });
    afterAll(() => at.close());

    const errorOf = async (query: string, words: string) => {
      await enter(`${login}?${query}`);
      await said(words);
      await expect.poll(() => addressOf(at.page)).toBe(ACCOUNT.login);
    };

    it('names the provider whose sign-in failed [A4.2-7 A8-10]', async () => {
      await errorOf('error=google_auth_failed', 'Google authentication failed. Please try again.');
      await errorOf('error=facebook_auth_failed', 'Facebook authentication failed. Please try again.');
      await errorOf('error=linkedin_auth_failed', 'LinkedIn authentication failed. Please try again.');
    });

    it('shows that social sign-in returned no user [A8-11]', async () => {
      await errorOf(
        'error=oauth_no_user',
        'Authentication successful but user data not received. Please try again.',
      );
    });

    it('shows the decoded error details as text [A2.2-3 A8-12]', async () => {
      await errorOf(
        'error=oauth_error&details=%253Cb%253EThis%2520is%2520taken%253C%252Fb%253E',
        '<b>This is taken</b>',
      );
      await errorOf('error=oauth_handler_error&details=It%20broke', 'It broke');
      await errorOf('error=oauth_error', 'OAuth authentication failed. Please try again.');
    });

    it('handles undecodable details and truncates long ones', async () => {
      await errorOf('error=oauth_error&details=%E0%A4%A', '\ufffd%A');
      await enter(`${login}?error=oauth_error&details=${'x'.repeat(5000)}`);
      expect((await at.page.getByRole('alert').innerText()).length).toBeLessThan(260);
    });

    it('shows a default error for other social sign-in failures [A8-13]', async () => {
      await errorOf('error=constructor', 'Social login encountered an error. Please try again.');
    });

    it('removes only its own parameters [A4.2-6]', async () => {
      await enter(`${login}?success=1&message=m&details=d&redirect=%2Fabout&oauth_success=0&keep=1`);
      await expect.poll(() => addressOf(at.page)).toBe(`${ACCOUNT.login}?keep=1`);
      expect(await at.page.getByRole('alert').count()).toBe(0);
    });
  });
});

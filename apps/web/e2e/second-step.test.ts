import type { CDPSession } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { appCode } from '../../api/src/testing/authenticator.js';
import { expectAccessible } from './support/accessible.js';
import { accountPages } from './support/account-pages.js';
import { ACCOUNT, enterSignIn, mailsTo, register, sendSignIn } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newPerson, type Person } from './support/people.js';

describe.skipIf(chromiumPath === undefined)('the second step', () => {
  const web = inject('web');
  const api = inject('api');
  const at = accountPages('each');
  const context = () => at.page.context();
  const area = () => at.page.getByRole('region', { name: 'Two-step sign-in' });
  const dialog = () => at.page.getByRole('dialog', { name: 'Is it you?' });

  /** Signs up by calls, with a confirmed address. */
  const member = async (): Promise<Person> => {
    const person = await register(context(), web, newPerson());
    const code = async () => {
      const mail = (await mailsTo(api, person.email)).find(({ subject }) => subject.includes('confirm'));
      return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    };
    await expect.poll(code, { timeout: 15_000 }).toBeDefined();
    const answer = await context().request.post(`${web}/api/auth/email/confirm`, {
      headers: { origin: web },
      data: { otp: await code() },
    });
    expect(answer.status()).toBe(200);
    return person;
  };

  /** Chromium's passkeys in software. `present` says whether the user touches them. */
  const passkeys = async () => {
    const cdp: CDPSession = await context().newCDPSession(at.page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return {
      touch: (enabled: boolean) =>
        cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
      count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    };
  };
  const signOut = async () => {
    await context().request.post(`${web}/api/auth/logout`, { headers: { origin: web } });
    await at.page.evaluate(() => localStorage.clear());
  };

  it('is a passkey, an app or a recovery code at sign-in, and confirms sensitive calls [B21-22]', async () => {
    const person = await member();
    const key = await passkeys();
    await at.page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = (options) => {
        const asked = get(options);
        if (options?.mediation === 'conditional') Object.assign(window, { suggesting: true });
        return asked;
      };
    });
    await at.page.goto(`${web}/settings/security`);
    await area().getByLabel('Passkey name').fill('Laptop');
    await area().getByRole('button', { name: 'Add passkey' }).click();
    await area().getByRole('button', { name: 'Remove Laptop' }).waitFor();
    const recovery = area().getByRole('list', { name: 'Recovery codes' }).locator('code');
    await expect.poll(() => recovery.count()).toBe(10);
    const codes = await recovery.allTextContents();
    expect(await key.count()).toBe(1);

    await area().getByRole('button', { name: 'Add an authenticator app' }).click();
    await area().getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await expectAccessible(at.page, 'the setup of an authenticator app');
    const secret = (await area().locator('form code').textContent())?.replaceAll(' ', '') ?? '';
    const code = (steps: number) => appCode(secret, new Date(Date.now() + steps * 30_000));
    await area().getByLabel('Code that the app shows').fill(code(-1));
    await area().getByRole('button', { name: 'Confirm app' }).click();
    await area().getByRole('button', { name: 'Remove Authenticator app' }).waitFor();

    // the name field suggests passkeys, which this browser picks at once if it is touched
    await key.touch(false);
    await signOut();
    await enterSignIn(at.page, `${web}${ACCOUNT.login}`);
    expect(await at.field('Email or Username').getAttribute('autocomplete')).toBe('username webauthn');
    await sendSignIn(at.page, person.userName, person.password);
    await at.page.getByRole('heading', { name: 'One more step' }).waitFor();
    await at.page.getByLabel('Code of your authenticator app').waitFor();
    await expectAccessible(at.page, 'the second step');
    await at.page.getByLabel('Code of your authenticator app').fill('000000');
    await at.press('Confirm');
    await at.page.getByText('This code is not valid').waitFor();
    await at.page.getByLabel('Code of your authenticator app').fill(code(0));
    await at.press('Confirm');
    await feedIsOpen(at.page);

    await signOut();
    await enterSignIn(at.page, `${web}${ACCOUNT.login}`);
    await sendSignIn(at.page, person.userName, person.password);
    await at.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await at.page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await at.press('Confirm');
    await feedIsOpen(at.page);

    await signOut();
    await enterSignIn(at.page, `${web}${ACCOUNT.login}`);
    // suggestions that begin only after the touch would be picked before the press
    await expect.poll(() => at.page.evaluate(() => 'suggesting' in window)).toBe(true);
    await key.touch(true);
    await at.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await feedIsOpen(at.page);

    // a session that has not given the second step lately
    let isLate = true;
    await at.page.route('**/api/auth/tokens', (route) => {
      if (route.request().method() !== 'POST' || !isLate) return route.continue();
      isLate = false;
      return route.fulfill({
        status: 403,
        json: { success: false, code: 'STEP_UP_REQUIRED', message: 'Please confirm that it is you.' },
      });
    });
    await at.page.goto(`${web}/settings/tokens`);
    await at.page.getByLabel('Token name').fill('Script');
    await at.press('Create token');
    await dialog().getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectAccessible(at.page, 'the confirmation of the identity');
    await dialog().getByRole('button', { name: 'Use a passkey' }).click();
    await at.page.getByText('Copy the token now. It is not shown again.').waitFor();

    // the touched passkey is picked at once from the suggestions of the name field
    await signOut();
    await at.page.goto(`${web}${ACCOUNT.login}`);
    await feedIsOpen(at.page);
  });
});

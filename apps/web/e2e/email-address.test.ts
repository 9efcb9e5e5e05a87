import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { accountPages } from './support/account-pages.js';
import { enterSignUp, mailsTo, register, storedSession } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { newPerson } from './support/people.js';

const CODE = 'Your code to confirm this e-mail address';
const CHANGED = 'Your e-mail address was changed';
const NEW_DEVICE = 'A new device signed in to your account';

describe.skipIf(chromiumPath === undefined)('the e-mail address of an account', () => {
  const web = inject('web');
  const api = inject('api');
  const at = accountPages('each');

  /** Waits for the latest mail with this subject and returns the match of `pattern`. */
  const inMail = async (address: string, subject: string, pattern: RegExp): Promise<string> => {
    const found = async () => {
      const mail = (await mailsTo(api, address)).find((one) => one.subject === subject);
      return pattern.exec(mail?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(found, { timeout: 15_000 }).not.toBe('');
    return found();
  };
  const codeOf = (address: string) => inMail(address, CODE, /\b\d{6}\b/);
  const linkOf = (address: string, subject: string) => inMail(address, subject, /https?:\S+#\S+/);
  const email = () => at.page.getByRole('region', { name: 'E-mail', exact: true });
  const isSignedOut = () =>
    expect.poll(async () => (await storedSession(at.page)).state['currentUser']).toBeNull();
  const confirm = async (address: string) => {
    await email()
      .getByLabel('Code')
      .fill(await codeOf(address));
    await email().getByRole('button', { name: 'Confirm e-mail' }).click();
    await email().getByLabel('Code').waitFor({ state: 'detached' });
  };

  it('asks about a mistyped domain, and a notice links to the code after sign-up [B10-3 B10-20]', async () => {
    const person = newPerson();
    await enterSignUp(at.page);
    await at.field('Email').fill(`${person.userName}@gmial.com`);
    const asks = at.page.getByRole('button', { name: `Did you mean ${person.userName}@gmail.com?` });
    await asks.waitFor();
    await expectAccessible(at.page, 'the question about a mistyped domain');
    await asks.click();
    await expect.poll(() => at.field('Email').inputValue()).toBe(`${person.userName}@gmail.com`);
    await at.fill({
      'Full name': person.fullName,
      Username: person.userName,
      Email: person.email,
      Password: person.password,
      'Confirm password': person.password,
    });
    await at.press('Create account');
    await feedIsOpen(at.page);

    await at.page.setViewportSize({ width: 1440, height: 900 });
    const line = at.page.getByRole('link', { name: 'Confirm your e-mail' }).first();
    await line.click();
    await email().getByLabel('Code').waitFor();
    await expectAccessible(at.page, 'the code for an address');
    await email().getByLabel('Code').fill('000000');
    await email().getByRole('button', { name: 'Confirm e-mail' }).click();
    await email().getByText('Invalid OTP').waitFor();
    await confirm(person.email);
    await line.waitFor({ state: 'detached' });
  });

  it('changes with a code sent to the new address, and reverts with a link sent to the previous one [B10-20]', async () => {
    const person = await register(at.page.context(), web);
    await at.page.goto(`${web}/settings/security`);
    await confirm(person.email);
    await email().getByRole('button', { name: 'Change e-mail' }).click();
    const next = newPerson().email;
    await email().getByLabel('New e-mail').fill(next);
    await email().getByLabel('Your password', { exact: true }).fill(person.password);
    await expectAccessible(at.page, 'the change of an address');
    await email().getByRole('button', { name: 'Send code' }).click();
    await email().getByText(`sent to ${next}`).waitFor();
    await at.page.reload();
    await confirm(next);
    await email().getByText(next, { exact: true }).waitFor();

    await at.page.goto(await linkOf(person.email, CHANGED));
    const takeBack = at.page.getByRole('button', { name: 'Take it back' });
    await takeBack.waitFor();
    await expectAccessible(at.page, 'the way back to the former address');
    await takeBack.click();
    await at.sees('Your former e-mail address is back. Now set a new password.');
    await isSignedOut();
    await at.page.getByRole('link', { name: 'Set a new password' }).waitFor();
  });

  it('receives a mail about a new device, with a link that signs it out [B10-20]', async () => {
    const person = await register(at.page.context(), web);
    const stranger = await at.browser.newContext({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const signIn = await stranger.request.post(`${web}/api/auth/login`, {
      headers: { origin: web },
      data: { emailOrUsername: person.userName, password: person.password },
    });
    expect(signIn.status()).toBe(200);
    const asked = async () =>
      (await stranger.request.post(`${web}/api/auth/refresh`, { headers: { origin: web } })).status();

    await at.page.goto(await linkOf(person.email, NEW_DEVICE));
    const act = at.page.getByRole('button', { name: 'Sign it out' });
    await act.waitFor();
    await expectAccessible(at.page, 'the way to sign a strange device out');
    expect(await asked()).toBe(200);
    await act.click();
    await at.sees('That device is signed out. Now set a new password.');
    expect(await asked()).toBe(401);
    const way = at.page.getByRole('link', { name: 'Set a new password' });
    expect(await way.getAttribute('href')).toBe('/settings/security');
    await stranger.close();
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';
import { createLanguages } from '../writing.js';

const folder = mkdtempSync(join(tmpdir(), 'words-'));
const write = (code: string, subject: string, dir?: 'rtl') =>
  writeFileSync(
    join(folder, `${code}.json`),
    JSON.stringify({
      dir,
      texts: {
        'Your code to reset your password': [[], subject],
        'Hello {},': [['name'], `${subject}, {name}!`],
        "Today's hand": [[], `Hand (${code})`],
        'Stop these mails?': [[], `Halt (${code})?`],
      },
    }),
  );

let test: TestApp;
beforeAll(async () => {
  write('de', 'Ihr Code');
  write('ar', 'رمزك', 'rtl');
  write('fr', 'Votre code');
  test = await createTestApp({
    languages: createLanguages(folder),
    config: { instance: { language: 'fr' } },
  });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

async function codeMailOf(email: string) {
  await test.agent().post('/auth/forgot-password').send({ email }).expect(200);
  return (await test.ctx.mail.kept(email))[0]!;
}

it('is that of the account, then that of the last sign-in, then that of the host [B47-11]', async () => {
  const account = newAccount({ fullName: 'Ada {0}' });
  const { agent, user } = await test.signUp(account);
  expect(await codeMailOf(account.email)).toMatchObject({ subject: 'Votre code' });

  const { userName: emailOrUsername, password } = account;
  await test
    .agent()
    .post('/auth/login')
    .set('Accept-Language', 'de-CH, fr;q=0.5')
    .send({ emailOrUsername, password })
    .expect(200);
  const german = await codeMailOf(account.email);
  expect(german.subject).toBe('Ihr Code');
  expect(german.text).toMatch(/^Ihr Code, Ada \{0\}!\n/);
  expect(german.html).toContain('<html lang="de">');

  // one that the build does not have counts as none
  await agent.patch(`/users/${user._id}`).send({ locale: 'ja' }).expect(200);
  expect((await codeMailOf(account.email)).subject).toBe('Ihr Code');
  await agent.patch(`/users/${user._id}`).send({ locale: 'ar' }).expect(200);
  expect((await codeMailOf(account.email)).html).toContain('<html lang="ar" dir="rtl">');
  await agent.patch(`/users/${user._id}`).send({ locale: 'en' }).expect(200);
  const english = await codeMailOf(account.email);
  expect(english.subject).toBe('Your code to reset your password');
  expect(english.text).toContain('Hello Ada {0},');
});

it('is that of the browser in the first mail to a new account', async () => {
  const account = newAccount();
  await test.agent().post('/auth/register').set('Accept-Language', 'de').send(account).expect(201);
  await expect.poll(() => test.ctx.mail.kept(account.email)).toHaveLength(1);
  expect((await test.ctx.mail.kept(account.email))[0]!.html).toContain('<html lang="de">');
});

it('of feeds and heads of pages is that of the host [B47-12]', async () => {
  const textAt = async (path: string) => {
    const { text, body } = await test.agent().get(path).set('Accept-Language', 'de').expect(200);
    // other types than JSON arrive as bytes
    return text ?? (body as Buffer).toString();
  };
  expect(await textAt('/feeds/today.atom')).toContain('<title xml:lang="fr">Hand (fr) · Social Feed</title>');
  expect(JSON.parse(await textAt('/feeds/today.json'))).toMatchObject({ title: 'Hand (fr) · Social Feed' });
  expect(JSON.parse(await textAt('/link-preview?address=/today')).data.title).toBe('Hand (fr)');
});

it.each([
  ['de', 'Hand (de)'],
  ['de-CH', 'Hand (de)'],
  ['en', "Today's hand"],
  ['tlh', 'Hand (fr)'],
])('of a preview is that which its reader asks for, if there is one: %s', async (language, title) => {
  const { body } = await test.agent().get('/link-preview').query({ address: '/today', language }).expect(200);
  expect(body.data.title).toBe(title);
});

it('of the page that stops mails is that of the browser, then that of the host', async () => {
  const open = (accepted: string) =>
    test.agent().get('/notifications/unsubscribe?token=x').set('Accept-Language', accepted);
  expect((await open('ar')).text).toContain('<html lang="ar" dir="rtl">');
  expect((await open('tlh')).text).toContain('<html lang="fr">');
});

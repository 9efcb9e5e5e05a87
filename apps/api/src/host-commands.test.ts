import { expect, it } from 'vitest';
import { CommandRefusal, runCommand } from './moderation/admin/command.js';
import { HOST_USAGE, runHostCommand } from './host-commands.js';
import { isSignedIn } from './testing/browsers.js';
import { DAY } from './platform/time.js';
import { openMailServer } from './testing/mail-server.js';
import { appScene } from './testing/scene.js';
import { createTestApp, newAccount } from './testing/test-app.js';
import { uploadPicture } from './testing/uploads.js';

const scene = appScene();
const run = (...args: string[]) => runHostCommand(scene.app.ctx, args);
const passwordIn = (lines: string[] | undefined): string => lines![0]!.split(' ').at(-1)!;
const signIn = (emailOrUsername: string, password: string) =>
  scene.app.agent().post('/auth/login').send({ emailOrUsername, password });

it('creates an account, whose owner confirms the address at the first sign-in [B25-1]', async () => {
  const { userName, email } = newAccount();
  const lines = await run('create', userName, email.toUpperCase(), 'Grace', 'Hopper');
  expect(lines).toHaveLength(1);
  const answer = await signIn(email, passwordIn(lines));
  expect(answer.body.user).toMatchObject({ userName, email, fullName: 'Grace Hopper' });
  expect((await scene.app.ctx.mail.kept(email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/code/),
  );
  await expect(run('create', userName, email)).rejects.toThrow(/choose a different/i);
});

it.each([
  [['create'], /required/],
  [['create', 'a', 'a@example.org'], /at least/],
  [['create', 'somebody_new', 'nowhere'], /email/i],
  [['password', 'nobody_at_all'], /There is no user nobody_at_all/],
  [['find'], /Usage/],
  [['mail', 'nowhere'], /email/i],
])('refuses %j', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(CommandRefusal);
  await expect(run(...args)).rejects.toThrow(message);
});

it('sets a password, signs the user out everywhere, and tells them [B25-1]', async () => {
  const account = newAccount();
  const { agent, user } = await scene.app.signUp(account);
  const lines = await run('password', `@${account.userName.toUpperCase()}`);
  expect(await isSignedIn(agent)).toBe(false);
  expect((await signIn(account.email, account.password)).status).toBe(401);
  expect((await signIn(account.email, passwordIn(lines))).status).toBe(200);
  const [mail] = (await scene.app.ctx.mail.kept(account.email)).filter(({ subject }) =>
    /password/.test(subject),
  );
  expect(mail!.text).toContain('by the host, on the server');
  const log = await scene.app.ctx.admin.log.latest(1);
  expect(log).toMatchObject([{ act: 'reset-password', adminName: '(server)' }]);
  expect(log[0]!.user.toHexString()).toBe(user._id);
});

it('finds by name, mail address and IP address [B25-1]', async () => {
  const account = newAccount({ fullName: 'Zenobia Quince' });
  await scene.app.signUp(account);
  const line = expect.stringContaining(`${account.userName}  Zenobia Quince  ${account.email}`) as string;
  expect(await run('find', 'zenobia', 'quin')).toEqual([line]);
  expect(await run('find', account.email)).toEqual([line]);
  expect(await run('find', '127.0.0.1')).toContainEqual(line);
  expect(await run('find', 'nobody_at_all')).toEqual(['Nobody found.']);
});

it('shows what uploads take, and removes unused ones once they are due [B25-1]', async () => {
  const { agent, user } = await scene.app.signUp();
  await uploadPicture(agent);
  const lines = (await run('storage'))!;
  expect(lines[0]).toBe('Uploads take 0.1 MB.');
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${user.userName}  .* 1 files$`)));
  expect(await run('clean-media')).toEqual(['Removed unused uploads: 0.']);
  scene.app.clock.advance(2 * DAY);
  expect(await run('clean-media')).toEqual(['Removed unused uploads: 1.']);
});

it('sends a test mail, and tells why it cannot [B25-1]', async () => {
  const { port, received, refuse } = await openMailServer();
  const app = await createTestApp({
    config: { mail: { smtpUrl: `smtp://127.0.0.1:${port}`, mailbox: false } },
  });
  const send = () => runHostCommand(app.ctx, ['mail', 'host@example.org']);
  expect(await send()).toEqual(['The mail server took a mail to host@example.org.']);
  expect(received[0]!.raw).toContain('A test mail');
  refuse.text = () => 554;
  await expect(send()).rejects.toThrow(/The mail server did not take it: .*554/);
  await app.close();
  const away = await createTestApp({ config: { mail: { smtpUrl: 'smtp://127.0.0.1:1', mailbox: false } } });
  await expect(runHostCommand(away.ctx, ['mail', 'host@example.org'])).rejects.toThrow(
    'There is no connection to the mail server',
  );
  await away.close();
  expect(await run('mail', 'host@example.org')).toEqual(['The mail is at /dev/mailbox.']);
  const without = await createTestApp({ config: { mail: { smtpUrl: null, mailbox: false } } });
  await expect(runHostCommand(without.ctx, ['mail', 'host@example.org'])).rejects.toThrow(
    'SMTP_URL is not set',
  );
  await without.close();
});

it('leaves other commands alone, and names all in the usage', async () => {
  expect(await run('list')).toBeUndefined();
  await expect(runCommand(scene.app.ctx.admin, ['nothing'], HOST_USAGE)).rejects.toThrow(/clean-media/);
});

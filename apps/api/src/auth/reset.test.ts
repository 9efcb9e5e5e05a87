import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeader } from '../testing/cookies.js';
import { createTestApp, newAccount, type TestApp } from '../testing/test-app.js';
import { CODES_BUDGET, OTP_RULES, WRONG_CODES_BUDGET } from './reset-code.service.js';

const NEW_PASSWORD = 'better horse 2';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const post = (path: string, body: object, app = test) => app.agent().post(path).send(body);
const forgot = (email: string) => post('/auth/forgot-password', { email });
const verify = (email: string, otp: string, app = test) => post('/auth/verify-otp', { email, otp }, app);
const reset = (email: string, resetToken: unknown, newPassword = NEW_PASSWORD) =>
  post('/auth/reset-password', { email, resetToken, newPassword });

const mailsTo = (email: string) => test.ctx.mail.kept(email);
const codeIn = (text = '') => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';
const lastCode = async (email: string) => codeIn((await mailsTo(email))[0]?.text);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function person() {
  const account = newAccount();
  const { agent, user } = await test.signUp(account);
  return { ...account, agent, user };
}

async function personWithCode() {
  const account = await person();
  expect((await forgot(account.email)).status).toBe(200);
  return { ...account, code: await lastCode(account.email) };
}

const invalidOtp = { success: false, code: 'INVALID_OTP', message: 'Invalid OTP' };

describe('asking for a code', () => {
  it('sends one to the address', async () => {
    const { email, fullName } = await person();
    const answer = await post('/auth/forgot-password', { email: ` ${email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: 'OTP sent to your email address' });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(fullName);
    expect(codeIn(mails[0]?.text)).toMatch(/^\d{6}$/);
  });

  it('again sends a new one and voids the former', async () => {
    const { email, code } = await personWithCode();
    const answer = await post('/auth/resend-otp', { email });
    expect(answer.body).toEqual({ success: true, message: 'New OTP sent to your email' });
    const second = await lastCode(email);
    if (second !== code) expect((await verify(email, code)).body).toMatchObject(invalidOtp);
    expect((await verify(email, second)).status).toBe(200);
  });

  it.each(['/auth/forgot-password', '/auth/resend-otp'])(
    'answers %s alike for an unknown address',
    async (path) => {
      const known = await person();
      const unknown = `nobody_${known.userName}@example.org`;
      const answers = [await post(path, { email: known.email }), await post(path, { email: unknown })];
      expect(answers[1]?.status).toBe(answers[0]?.status);
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      expect(await mailsTo(unknown)).toEqual([]);
      expect((await verify(unknown, '123456')).body).toMatchObject(invalidOtp);
    },
  );

  it('takes the same writes for an unknown address as for a known one', async () => {
    const known = await person();
    const count = async () => [
      await test.ctx.models.PasswordReset.countDocuments(),
      await test.ctx.models.Mail.countDocuments(),
    ];
    const [resets = 0, mails = 0] = await count();
    await forgot(known.email);
    expect(await count()).toEqual([resets + 1, mails + 1]);
    await forgot(`nobody_${known.userName}@example.org`);
    expect(await count()).toEqual([resets + 2, mails + 2]);
  });

  it.each([
    [{}, 'Email is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'a b@example.org' }, 'Please enter a valid email address'],
  ])('refuses %j', async (body, message) => {
    for (const path of ['/auth/forgot-password', '/auth/resend-otp']) {
      const answer = await post(path, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message, errors: [{ path: 'email', message }] });
    }
  });

  it('ends in 429 after ten codes in a day, for unknown addresses too', async () => {
    const known = await person();
    for (const email of [known.email, `nobody_${known.userName}@example.org`]) {
      for (let index = 0; index < CODES_BUDGET.limit; index += 1) {
        expect(
          (await post(index % 2 === 0 ? '/auth/forgot-password' : '/auth/resend-otp', { email })).status,
        ).toBe(200);
      }
      const answer = await forgot(email.toUpperCase());
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await mailsTo(known.email)).toHaveLength(CODES_BUDGET.limit);
  });
});

describe('a code', () => {
  it('gives the same reset token each time, and in parallel', async () => {
    const { email, code } = await personWithCode();
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(email, code)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.resetToken)).size).toBe(1);
    expect((await verify(email, code)).body.resetToken).toBe(answers[0]?.body.resetToken);
  });

  it('is stored as a keyed hash only', async () => {
    const { email, code } = await personWithCode();
    const { body } = await verify(email, code);
    const stored = JSON.stringify([
      await test.ctx.models.PasswordReset.findById(email).lean(),
      await test.ctx.models.Mail.find({ to: email }).lean(),
    ]);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(body.resetToken);
  });

  it('dies after five wrong tries, in whatever order and from anywhere', async () => {
    const { email, code } = await personWithCode();
    const second = await createTestApp({ dbName: test.ctx.connection.name, clock: test.clock });
    try {
      for (let index = 0; index < OTP_RULES.wrongTriesMax; index += 1) {
        const answer = await verify(email, wrong(code), index % 2 === 0 ? test : second);
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject(invalidOtp);
      }
      expect((await verify(email, code, second)).body).toMatchObject(invalidOtp);
      expect((await verify(email, code)).body).toMatchObject(invalidOtp);
    } finally {
      await second.close();
    }
  });

  it('survives four wrong tries', async () => {
    const { email, code } = await personWithCode();
    for (let index = 1; index < OTP_RULES.wrongTriesMax; index += 1) await verify(email, wrong(code));
    expect((await verify(email, code)).status).toBe(200);
  });

  it('expires after ten minutes, whether or not the database has removed it', async () => {
    const { email, code } = await personWithCode();
    test.clock.advance(OTP_RULES.codeTtl - 1);
    expect((await verify(email, code)).status).toBe(200);
    test.clock.advance(1);
    expect((await verify(email, code)).body).toMatchObject(invalidOtp);
  });

  it('belongs to its address', async () => {
    const [one, other] = [await personWithCode(), await personWithCode()];
    if (one.code !== other.code) expect((await verify(other.email, one.code)).body).toMatchObject(invalidOtp);
  });

  it('cannot be guessed beyond 25 wrong tries for an account and day', async () => {
    const { email } = await person();
    const statuses: number[] = [];
    for (let index = 0; index <= WRONG_CODES_BUDGET.limit; index += 1) {
      if (index % OTP_RULES.wrongTriesMax === 0) await forgot(email);
      statuses.push((await verify(email, wrong(await lastCode(email)))).status);
    }
    expect(statuses.slice(0, -1)).toEqual(new Array(WRONG_CODES_BUDGET.limit).fill(400));
    expect(statuses.at(-1)).toBe(429);
    // Not even with the right one.
    expect((await verify(email, await lastCode(email))).status).toBe(429);
  });

  it.each([
    [{ otp: '123456' }, 'Email is required'],
    [{ email: 'a@example.org' }, 'OTP is required'],
    [{ email: 'a@example.org', otp: '' }, 'OTP is required'],
    [{ email: 'a@example.org', otp: '12345' }, 'OTP must be 6 digits'],
    [{ email: 'a@example.org', otp: 'abcdef' }, 'OTP must be 6 digits'],
  ])('is refused as %j', async (body, message) => {
    const answer = await post('/auth/verify-otp', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });
});

describe('a reset', () => {
  it('sets the password, ends every session, signs nobody in and tells the owner', async () => {
    const account = await personWithCode();
    const signedIn = await post('/auth/login', {
      emailOrUsername: account.email,
      password: account.password,
    });
    const copied = cookieHeader(signedIn);
    const { resetToken } = (await verify(account.email, account.code)).body;

    const answer = await account.agent
      .post('/auth/reset-password')
      .send({ email: account.email, resetToken, newPassword: NEW_PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: 'Password reset successful' });
    expect((await account.agent.get('/auth/me')).status).toBe(401);
    expect((await test.agent().get('/auth/me').set('Cookie', copied)).status).toBe(401);
    expect((await test.agent().post('/auth/refresh').set('Cookie', copied)).status).toBe(401);
    const logIn = (password: string) => post('/auth/login', { emailOrUsername: account.email, password });
    expect((await logIn(account.password)).status).toBe(401);
    expect((await logIn(NEW_PASSWORD)).status).toBe(200);

    const [latest] = await mailsTo(account.email);
    expect(latest?.subject).toBe('Your password was changed');
    expect(`${latest?.text} ${latest?.html}`).not.toContain(NEW_PASSWORD);
  });

  it('voids personal API tokens, which somebody else may have made', async () => {
    const { agent, email, code, user } = await personWithCode();
    const { token } = (await agent.post('/auth/tokens').send({ name: 'script' })).body;
    const use = () =>
      test.agent().post('/posts').set('Authorization', `Bearer ${token}`).send({ title: 'By a script' });
    const before = (await use()).status;
    await reset(email, (await verify(email, code)).body.resetToken);
    expect([before, (await use()).status]).toEqual([201, 401]);
    expect(await test.ctx.models.ApiToken.countDocuments({ user: user._id })).toBe(0);
  });

  it('works once, however many come at once, and voids the code', async () => {
    const { email, code } = await personWithCode();
    const { resetToken } = (await verify(email, code)).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => reset(email, resetToken, `Password ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(refused)).toEqual(new Set(['INVALID_RESET_TOKEN']));
    expect((await verify(email, code)).body).toMatchObject(invalidOtp);
    const mails = await mailsTo(email);
    expect(mails.filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('takes a token for its address, for ten minutes and after a right code only', async () => {
    const [one, other] = [await personWithCode(), await personWithCode()];
    const { resetToken } = (await verify(one.email, one.code)).body;
    expect((await reset(other.email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
    expect((await reset(one.email, `${resetToken}x`)).body.code).toBe('INVALID_RESET_TOKEN');
    expect((await reset('nobody@example.org', resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
    test.clock.advance(OTP_RULES.tokenTtl);
    expect((await reset(one.email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
  });

  it('takes no token of a code that a newer one replaced', async () => {
    const { email, code } = await personWithCode();
    const { resetToken } = (await verify(email, code)).body;
    await forgot(email);
    expect((await reset(email, resetToken)).body.code).toBe('INVALID_RESET_TOKEN');
  });

  it.each([
    ['', 'Password is required'],
    ['Abc 12!', 'Password must be at least 8 characters'],
    ['abcdefgh', 'Password is too weak'],
  ])('refuses the password "%s" and leaves the token unused', async (newPassword, message) => {
    const { email, code } = await personWithCode();
    const { resetToken } = (await verify(email, code)).body;
    const answer = await reset(email, resetToken, newPassword);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message, errors: [{ path: 'newPassword', message }] });
    expect((await reset(email, resetToken)).status).toBe(200);
  });

  it('marks the address as verified, since its owner read the mail', async () => {
    const { email, code } = await personWithCode();
    await reset(email, (await verify(email, code)).body.resetToken);
    expect(await test.ctx.models.User.findOne({ email }).lean()).toMatchObject({ emailVerified: true });
  });
});

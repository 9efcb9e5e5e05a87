import { describe, expect, it, vi } from 'vitest';
import { secondBrowser } from '../../testing/browsers.js';
import { INVALID_OTP, codeIn, resetScene } from '../../testing/reset-scene.js';
import { createTestApp } from '../../testing/test-app.js';
import { CODES_LIMITS, WRONG_CODES_LIMITS } from './reset-limits.js';
import { OTP_RULES } from './one-time-code.js';

const scene = resetScene({ config: { trustProxy: 1 } });
const { post, forgot, verify, mailsTo, lastCode, person, personWithCode } = scene;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('requesting a code', () => {
  it('sends one to the address [A7.1-9 A8-27]', async () => {
    const { email, fullName } = await person();
    const answer = await post('/auth/forgot-password', { email: ` ${email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: 'OTP sent to your email address' });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(fullName);
    expect(codeIn(mails[0]?.text)).toMatch(/^\d{6}$/);
  });

  it('sends the same code again while it is valid, and a new one afterwards [A7.1-13]', async () => {
    const { email, code } = await personWithCode();
    const answer = await post('/auth/resend-otp', { email });
    expect(answer.body).toEqual({ success: true, message: 'New OTP sent to your email' });
    expect(await lastCode(email)).toBe(code);
    for (let index = 0; index < OTP_RULES.wrongTriesMax; index += 1) await verify(email, wrong(code));
    await forgot(email);
    expect(await scene.app.ctx.models.PasswordReset.findById(email).lean()).toMatchObject({ wrongTries: 0 });
    expect((await verify(email, await lastCode(email))).status).toBe(200);
    scene.app.clock.advance(OTP_RULES.codeTtl);
    await forgot(email);
    expect((await verify(email, await lastCode(email))).status).toBe(200);
  });

  it('gives the same code its whole time again, and no new tries [B10-21]', async () => {
    const { email, code } = await personWithCode();
    for (let index = 1; index < OTP_RULES.wrongTriesMax; index += 1) await verify(email, wrong(code));
    scene.app.clock.advance(OTP_RULES.codeTtl - 1);
    await forgot(email);
    expect(await lastCode(email)).toBe(code);
    scene.app.clock.advance(OTP_RULES.codeTtl - 1);
    expect((await verify(email, code)).status).toBe(200);
    await verify(email, wrong(code));
    expect((await verify(email, code)).body).toMatchObject(INVALID_OTP);
  });

  it('creates one code for many parallel requests, and sends it to all', async () => {
    const { email } = await person();
    await Promise.all(Array.from({ length: 4 }, () => forgot(email)));
    const codes = (await mailsTo(email)).map(({ text }) => codeIn(text));
    expect(codes).toHaveLength(4);
    expect(new Set(codes).size).toBe(1);
  });

  it.each(['/auth/forgot-password', '/auth/resend-otp'])(
    'returns the same response for %s and an unknown address',
    async (path) => {
      const known = await person();
      const unknown = `nobody_${known.userName}@example.org`;
      const answers = [await post(path, { email: known.email }), await post(path, { email: unknown })];
      expect(answers[1]?.status).toBe(answers[0]?.status);
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      expect(await mailsTo(unknown)).toEqual([]);
      expect((await verify(unknown, '123456')).body).toMatchObject(INVALID_OTP);
    },
  );

  it('makes the same writes for an unknown address as for a known one', async () => {
    const known = await person();
    const count = async () => [
      await scene.app.ctx.models.PasswordReset.countDocuments(),
      await scene.app.ctx.models.Mail.countDocuments(),
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
  ])('rejects %j [A7.1-9]', async (body, message) => {
    for (const path of ['/auth/forgot-password', '/auth/resend-otp']) {
      const answer = await post(path, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message, errors: [{ path: 'email', message }] });
    }
  });

  it('returns 429 after ten mails a day, five per client, also for unknown addresses [A7.1-13]', async () => {
    const known = await person();
    for (const email of [known.email, `nobody_${known.userName}@example.org`]) {
      const ask = (from: string) => post('/auth/forgot-password', { email }).set('X-Forwarded-For', from);
      for (const from of ['203.0.113.1', '203.0.113.2']) {
        for (let index = 0; index < CODES_LIMITS.asker.limit; index += 1) {
          expect((await ask(from)).status).toBe(200);
        }
        expect((await ask(from)).status).toBe(429);
      }
      const answer = await ask('203.0.113.3');
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await mailsTo(known.email)).toHaveLength(CODES_LIMITS.all.limit);
  });
});

describe('a stranger', () => {
  /** Uses up the strangers' limits of an account, from several addresses. */
  async function exhaust(email: string) {
    let status = 200;
    for (let address = 1; address <= 4; address += 1) {
      const from = { 'X-Forwarded-For': `203.0.113.${address}` };
      for (let index = 0; index < CODES_LIMITS.asker.limit; index += 1) {
        await post('/auth/forgot-password', { email }).set(from);
      }
      for (let index = 0; index <= WRONG_CODES_LIMITS.asker.limit; index += 1) {
        status = (await post('/auth/verify-otp', { email, otp: '000000' }).set(from)).status;
      }
    }
    expect(status).toBe(429);
  }

  it('cannot use up the codes of an owner whose browser signed in before', async () => {
    const { agent, email } = await person();
    await exhaust(email);
    expect((await forgot(email)).status).toBe(429);
    expect((await agent.post('/auth/forgot-password').send({ email })).status).toBe(200);
    const answer = await agent.post('/auth/verify-otp').send({ email, otp: await lastCode(email) });
    expect(answer.status, answer.text).toBe(200);
  });

  it('gets no more codes by signing in again after signing up with another person’s address', async () => {
    const { email, userName } = await person();
    const askOnNewBrowsers = async (browsers: number) => {
      let status = 0;
      for (let browser = 0; browser < browsers; browser += 1) {
        const agent = await secondBrowser(scene.app, userName);
        for (let index = 0; index < CODES_LIMITS.device.limit; index += 1)
          status = (await agent.post('/auth/forgot-password').send({ email })).status;
      }
      return status;
    };
    expect(await askOnNewBrowsers(2)).toBe(200);
    expect(await askOnNewBrowsers(1)).toBe(429);
    await scene.app.ctx.models.User.updateOne({ email }, { $unset: { confirmEmail: 1 } });
    expect(await askOnNewBrowsers(1)).toBe(200);
  });

  it('cannot use up the codes of an owner on a new browser from a single address', async () => {
    const { email } = await person();
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    for (let index = 0; index < 20; index += 1) {
      await post('/auth/forgot-password', { email }).set(from);
      await post('/auth/verify-otp', { email, otp: '000000' }).set(from);
    }
    expect((await forgot(email)).status).toBe(200);
    expect((await verify(email, await lastCode(email))).status).toBe(200);
  });
});

describe('a code', () => {
  it('returns the same reset token every time, also in parallel', async () => {
    const { email, code } = await personWithCode();
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(email, code)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.resetToken)).size).toBe(1);
    expect((await verify(email, code)).body.resetToken).toBe(answers[0]?.body.resetToken);
  });

  it('is not stored', async () => {
    const { email, code } = await personWithCode();
    const { body } = await verify(email, code);
    const stored = JSON.stringify([
      await scene.app.ctx.models.PasswordReset.findById(email).lean(),
      await scene.app.ctx.models.Mail.find({ to: email }).lean(),
    ]);
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(body.resetToken);
  });

  it('expires after five wrong attempts, in any order and from any address', async () => {
    const { email, code } = await personWithCode();
    const second = await createTestApp({ dbName: scene.app.ctx.connection.name, clock: scene.app.clock });
    try {
      for (let index = 0; index < OTP_RULES.wrongTriesMax; index += 1) {
        const answer = await verify(email, wrong(code), index % 2 === 0 ? scene.app : second);
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject(INVALID_OTP);
      }
      expect((await verify(email, code, second)).body).toMatchObject(INVALID_OTP);
      expect((await verify(email, code)).body).toMatchObject(INVALID_OTP);
    } finally {
      await second.close();
    }
  });

  it('survives four wrong attempts', async () => {
    const { email, code } = await personWithCode();
    for (let index = 1; index < OTP_RULES.wrongTriesMax; index += 1) await verify(email, wrong(code));
    expect((await verify(email, code)).status).toBe(200);
  });

  it('expires after ten minutes, even if the database has not removed it', async () => {
    const { email, code } = await personWithCode();
    scene.app.clock.advance(OTP_RULES.codeTtl - 1);
    expect((await verify(email, code)).status).toBe(200);
    scene.app.clock.advance(1);
    expect((await verify(email, code)).body).toMatchObject(INVALID_OTP);
  });

  it('works for its address only', async () => {
    const [one, other] = [await personWithCode(), await personWithCode()];
    if (one.code !== other.code)
      expect((await verify(other.email, one.code)).body).toMatchObject(INVALID_OTP);
  });

  it('allows at most 25 wrong attempts per account and day, 12 per client [A7.1-11]', async () => {
    const { email } = await person();
    let tries = 0;
    const guess = async (from: string) => {
      const header = { 'X-Forwarded-For': from };
      if (tries % OTP_RULES.wrongTriesMax === 0) await post('/auth/forgot-password', { email }).set(header);
      tries += 1;
      const otp = wrong(await lastCode(email));
      return (await post('/auth/verify-otp', { email, otp }).set(header)).status;
    };
    for (const from of ['203.0.113.1', '203.0.113.2']) {
      for (let index = 0; index < WRONG_CODES_LIMITS.asker.limit; index += 1) {
        expect(await guess(from)).toBe(400);
      }
      expect(await guess(from)).toBe(429);
    }
    const rest = WRONG_CODES_LIMITS.all.limit - 2 * WRONG_CODES_LIMITS.asker.limit;
    for (let index = 0; index < rest; index += 1) expect(await guess('203.0.113.3')).toBe(400);
    expect(await guess('203.0.113.3')).toBe(429);
    // Not even with the correct code.
    expect((await verify(email, await lastCode(email))).status).toBe(429);
  });

  it('may be entered correctly any number of times', async () => {
    const { email, code } = await personWithCode();
    for (let index = 0; index <= WRONG_CODES_LIMITS.all.limit; index += 1) {
      expect((await verify(email, code)).status).toBe(200);
    }
  });

  it('counts an attempt before it is compared', async () => {
    const { email, code } = await personWithCode();
    const { Throttle, PasswordReset } = scene.app.ctx.models;
    const tried = () => Throttle.find({ _id: /^otp-wrong:/ }).lean();
    const sum = async () => (await tried()).reduce((total, { count }) => total + count, 0);
    const before = await sum();
    let atLook: Promise<number> | undefined;
    const read = PasswordReset.findById.bind(PasswordReset);
    const look = vi.spyOn(PasswordReset, 'findById').mockImplementationOnce(((id: string) => {
      atLook = sum();
      return read(id);
    }) as never);
    await verify(email, wrong(code));
    look.mockRestore();
    expect(await atLook).toBe(before + 1);
  });

  it.each([
    [{ otp: '123456' }, 'Email is required'],
    [{ email: 'a@example.org' }, 'OTP is required'],
    [{ email: 'a@example.org', otp: '' }, 'OTP is required'],
    [{ email: 'a@example.org', otp: '12345' }, 'OTP must be 6 digits'],
    [{ email: 'a@example.org', otp: 'abcdef' }, 'OTP must be 6 digits'],
  ])('is rejected as %j [A7.1-10]', async (body, message) => {
    const answer = await post('/auth/verify-otp', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });
});

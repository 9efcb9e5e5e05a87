import { describe, expect, it } from 'vitest';
import { resetScene } from '../../testing/reset-scene.js';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';
import { REGISTER_LIMIT } from './auth.service.js';
import { ASK_ADDRESS_LIMIT, TRY_ADDRESS_LIMIT } from '../account/reset-limits.js';

const scene = resetScene();
const { post } = scene;
const NEW_PASSWORD = 'better horse 2';

describe('too many requests from one address', () => {
  const refused = { success: false, code: 'TOO_MANY_REQUESTS' };
  const strictly = async (limit: number, run: (strict: TestApp) => Promise<void>) => {
    const strict = await createTestApp({ config: { rateLimitFactor: 3 / limit } });
    try {
      await run(strict);
    } finally {
      await strict.close();
    }
  };

  it('return 429 at register, counting rejected ones, because they reveal members [A7.1-5]', async () => {
    await strictly(REGISTER_LIMIT.limit, async (strict) => {
      const account = newAccount();
      const send = (body: object) => post('/auth/register', body, strict);
      const statuses = [await send(account), await send(account), await send(account)];
      expect(statuses.map(({ status }) => status)).toEqual([201, 409, 409]);
      const last = await send(newAccount());
      expect(last.status).toBe(429);
      expect(last.body).toMatchObject(refused);
      strict.clock.advance(Number(last.headers['retry-after']) * 1000);
      expect((await send(newAccount())).status).toBe(201);
    });
  });

  it('return 429 at forgot-password and resend-otp together', async () => {
    await strictly(ASK_ADDRESS_LIMIT.limit, async (strict) => {
      const ask = (path: string, name: string) => post(path, { email: `${name}@example.org` }, strict);
      await ask('/auth/forgot-password', 'a1');
      await ask('/auth/resend-otp', 'a2');
      expect((await ask('/auth/forgot-password', 'a3')).status).toBe(200);
      for (const path of ['/auth/forgot-password', '/auth/resend-otp', '/api/auth/resend-otp/'])
        expect((await ask(path, 'a4')).body).toMatchObject(refused);
    });
  });

  it('return 429 at verify-otp and reset-password together [A7.1-11]', async () => {
    await strictly(TRY_ADDRESS_LIMIT.limit, async (strict) => {
      const verify = { email: 'a@example.org', otp: '123456' };
      const reset = { email: 'a@example.org', resetToken: 'x', newPassword: NEW_PASSWORD };
      expect((await post('/auth/verify-otp', verify, strict)).body.code).toBe('INVALID_OTP');
      expect((await post('/auth/reset-password', reset, strict)).body.code).toBe('INVALID_RESET_TOKEN');
      await post('/auth/verify-otp', { ...verify, email: 'b@example.org' }, strict);
      expect((await post('/auth/verify-otp', verify, strict)).body).toMatchObject(refused);
      expect((await post('/auth/reset-password', reset, strict)).body).toMatchObject(refused);
    });
  });
});

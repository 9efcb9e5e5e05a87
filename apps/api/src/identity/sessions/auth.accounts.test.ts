import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentCookie } from '../../testing/cookies.js';
import { createTestApp, newAccount, type TestApp } from '../../testing/test-app.js';
import { DAY, SECOND } from '../../platform/time.js';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const register = (fields: object) => test.agent().post('/auth/register').send(fields);

describe('POST /auth/register', () => {
  it('creates an account, signs in and returns the user without secrets', async () => {
    const agent = test.agent();
    const fields = newAccount({ fullName: '  Ada Lovelace ', email: 'Ada@Example.org ' });
    const answer = await agent.post('/auth/register').send(fields);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      success: true,
      user: { fullName: 'Ada Lovelace', userName: fields.userName, email: 'ada@example.org', isAdmin: false },
    });
    expect(answer.text).not.toMatch(/password|argon2|token/i);
    const me = await agent.get('/auth/me');
    expect(me.status).toBe(200);
    expect(me.body.user).toEqual(answer.body.user);
    expect(me.body.sessionExpiry).toBe(answer.body.sessionExpiry);
  });

  it('keeps a new user signed in after the browser is closed', async () => {
    const answer = await register(newAccount());
    expect(Number(sentCookie(answer, 'sf_refresh').attributes['max-age'])).toBe((30 * DAY) / SECOND);
  });

  it('creates one board with the account [A3-7]', async () => {
    const { user } = await test.signUp();
    expect(await test.ctx.models.Board.countDocuments({ user: user._id })).toBe(1);
  });

  it('stores the password only as an argon2id hash', async () => {
    const { user } = await test.signUp({ password: 'open sesame 1' });
    const stored = await test.ctx.models.User.findById(user._id).lean();
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(stored)).not.toContain('open sesame');
  });

  it('reduces a name to one line', async () => {
    const { agent, user } = await test.signUp({ fullName: 'Ada\r\n\t\u202eByron\u2028\u0000' });
    expect(user.fullName).toBe('Ada Byron');
    const renamed = await agent.patch(`/users/${user._id}`).send({ fullName: 'Ada\u0085King' });
    expect(renamed.body.data.fullName).toBe('Ada King');
  });

  it('ignores fields that the client may not set', async () => {
    const { user } = await test.signUp({
      isAdmin: true,
      _id: 'f'.repeat(24),
      createdAt: '2000-01-01',
    } as object);
    expect(user.isAdmin).toBe(false);
    expect(user._id).not.toBe('f'.repeat(24));
    expect(user.createdAt).toBe(test.clock.now().toISOString());
  });

  it.each([
    [{ fullName: '' }, 'fullName', 'Full name is required'],
    [{ fullName: undefined }, 'fullName', 'Full name is required'],
    [{ fullName: ' a ' }, 'fullName', 'Name must be at least 2 characters'],
    [{ fullName: 'a\u0000\u0001' }, 'fullName', 'Name must be at least 2 characters'],
    [{ fullName: '\u200b\u200b\u3164' }, 'fullName', 'Name must be at least 2 characters'],
    [{ fullName: 'a'.repeat(101) }, 'fullName', 'Name must be at most 100 characters'],
    [{ userName: '' }, 'userName', 'Username is required'],
    [{ userName: 'ab' }, 'userName', 'Username must be at least 3 characters'],
    [{ userName: 'a-b-c' }, 'userName', 'Only letters, numbers, and underscores allowed'],
    [{ userName: 'a'.repeat(31) }, 'userName', 'Username must be at most 30 characters'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email'],
    [{ email: `${'a'.repeat(100)}@example.org` }, 'email', 'Email must be at most 100 characters'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'ab1' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'abcdefgh' }, 'password', 'Password must contain at least one letter and one number'],
    [{ password: '12345678' }, 'password', 'Password must contain at least one letter and one number'],
    [{ password: `a1${'b'.repeat(127)}` }, 'password', 'Password must be at most 128 characters'],
    [{ password: { $ne: null } }, 'password', 'Password must be text'],
  ])('rejects %j [A7.1-3]', async (fields, path, message) => {
    const answer = await register({ ...newAccount(), ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      code: 'VALIDATION_FAILED',
      message,
      errors: [{ path, message }],
    });
  });

  it('reports all invalid fields at once', async () => {
    const answer = await register({});
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([
      'fullName',
      'userName',
      'email',
      'password',
    ]);
  });

  it('rejects taken names and addresses in any letter case, both at once [A5-11 A5-15 A7.1-5]', async () => {
    const { user } = await test.signUp({ userName: 'Grace_H', email: 'grace@example.org' });
    const answer = await register(newAccount({ userName: 'gRACE_h', email: 'GRACE@example.org' }));
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      success: false,
      code: 'ALREADY_EXISTS',
      message: 'Please choose a different username',
      errors: [
        { path: 'userName', message: 'Please choose a different username' },
        { path: 'email', message: 'Please use a different email address' },
      ],
    });
    expect(user.userName).toBe('Grace_H');
  });

  it('rejects names that are paths of the app', async () => {
    const answer = await register(newAccount({ userName: 'Settings' }));
    expect(answer.status).toBe(409);
    expect(answer.body.errors).toEqual([{ path: 'userName', message: 'Please choose a different username' }]);
  });

  it('accepts one of fifty parallel registrations of a name, also across two processes', async () => {
    const second = await createTestApp({ dbName: test.ctx.connection.name });
    try {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 === 0 ? test : second)
            .agent()
            .post('/auth/register')
            .send(
              newAccount({
                userName: index % 3 === 0 ? 'Racer' : 'racer',
                email: `racer${index}@example.org`,
              }),
            ),
        ),
      );
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(49);
      expect(await test.ctx.models.User.countDocuments({ userNameLower: 'racer' })).toBe(1);
      const user = await test.ctx.models.User.findOne({ userNameLower: 'racer' }).lean();
      expect(await test.ctx.models.Board.countDocuments({ user: user!._id })).toBe(1);
    } finally {
      await second.close();
    }
  });
});

describe('availability', () => {
  const ask = (path: string) => test.agent().get(path);

  it('returns 404 for free names and 200 for taken ones, uncached [A7.2-2 A7.2-4]', async () => {
    await test.signUp({ userName: 'Taken_1', email: 'taken1@example.org' });
    const freeName = await ask('/users/username/nobody_yet/availability');
    expect(freeName.status).toBe(404);
    expect(freeName.body).toEqual({ success: false, code: 'AVAILABLE', message: 'Username is available' });
    expect(freeName.headers['cache-control']).toBe('no-store');
    const takenName = await ask('/users/username/tAKEN_1/availability');
    expect(takenName.status).toBe(200);
    expect(takenName.body).toEqual({ success: true, message: 'Username is already taken' });
    expect(takenName.headers['cache-control']).toBe('no-store');
    const freeEmail = await ask('/users/email/nobody%40example.org/availability');
    expect(freeEmail.status).toBe(404);
    expect(freeEmail.body.code).toBe('AVAILABLE');
    const takenEmail = await ask('/users/email/TAKEN1@Example.org/availability');
    expect(takenEmail.status).toBe(200);
  });

  it('reports reserved names as taken', async () => {
    expect((await ask('/users/username/Home/availability')).status).toBe(200);
    expect((await ask('/users/username/featurePanel/availability')).status).toBe(200);
  });

  it.each([
    '/users/username/ab/availability',
    '/users/username/a%20b%20c/availability',
    '/users/username/%24ne%3A1/availability',
    '/users/email/nobody/availability',
    `/users/email/${'a'.repeat(3000)}%40example.org/availability`,
    '/users/email/%E0%A4%A/availability',
  ])('returns 400 for %s [A7.2-5]', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
  });

  it('is rate limited per address, over both endpoints together [A7.2-5]', async () => {
    const strict = await createTestApp({ config: { rateLimitFactor: 0.05 } });
    try {
      for (const path of ['username/free_1', 'email/a%40example.org', 'username/free_2']) {
        expect((await strict.agent().get(`/users/${path}/availability`)).status).toBe(404);
      }
      const refused = await strict.agent().get('/api/users/username/free_3/availability/');
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({
        success: false,
        code: 'TOO_MANY_REQUESTS',
        message: 'Too many requests. Please try again later',
      });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      strict.clock.advance(Number(refused.headers['retry-after']) * 1000);
      expect((await strict.agent().get('/users/username/free_3/availability')).status).toBe(404);
    } finally {
      await strict.close();
    }
  });
});

describe('GET /users/username/{userName}', () => {
  it('returns the public user without the e-mail address, ignoring letter case [A7.3-1]', async () => {
    const { user } = await test.signUp({ userName: 'Public_P' });
    const answer = await test.agent().get('/users/username/public_p');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      _id: user._id,
      fullName: user.fullName,
      userName: 'Public_P',
      profilepic: '',
      createdAt: user.createdAt,
    });
  });

  it('returns 404 for unknown and suspended users', async () => {
    expect((await test.agent().get('/users/username/nobody_here')).body.message).toBe('User not found');
    const { user } = await test.signUp({ userName: 'gone_away' });
    await test.ctx.models.User.updateOne({ _id: user._id }, { $set: { suspendedAt: new Date() } });
    expect((await test.agent().get('/users/username/gone_away')).status).toBe(404);
  });
});

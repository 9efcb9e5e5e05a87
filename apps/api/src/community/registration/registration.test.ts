import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, DAY } from '../../platform/time.js';
import { socialSignIn, parametersOf } from '../../testing/social-sign-in.js';
import {
  apply,
  invite,
  letIn,
  register,
  registrationScene,
  solve,
} from '../../testing/registration-scene.js';
import { createTestApp, newAccount } from '../../testing/test-app.js';
import { ACCOUNTS_LIMIT } from './entrance.js';

const scene = registrationScene();
beforeEach(async () => {
  await letIn(scene.app, {});
  await scene.signInAgain();
});

const refuse = (kind: string, values: string[], more: object = {}) =>
  scene.admin.agent.post('/admin/refusals').send({ kind, values, ...more });

describe('the mode of registration', () => {
  it('tells everybody in GET /instance', async () => {
    await letIn(scene.app, { registration: 'approval', registrationProof: true, invitations: 'members' });
    const { body } = await scene.app.agent().get('/instance').expect(200);
    expect(body.data).toMatchObject({
      registration: 'approval',
      registrationProof: true,
      invitations: 'members',
    });
  });

  it('open: answers a sign-up as specified and ignores other fields [B19-1]', async () => {
    const answer = await register(scene.app, { invite: 'no such code', proof: 'none' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body as object).sort()).toEqual([
      'message',
      'sessionExpiry',
      'success',
      'user',
    ]);
  });

  it('closed: rejects sign-ups and applications, with an invitation too [B19-1]', async () => {
    const { code } = await invite(scene.admin);
    await letIn(scene.app, { registration: 'closed' });
    const answers = [
      await register(scene.app),
      await register(scene.app, { invite: code }),
      (await apply(scene.app)).answer,
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([
        403,
        'REGISTRATION_CLOSED',
        'Registration is closed.',
      ]);
    }
  });

  it('invitation: needs one that works [B19-2]', async () => {
    await letIn(scene.app, { registration: 'invitation' });
    for (const code of [undefined, 'x', 'A'.repeat(38)]) {
      const answer = await register(scene.app, code === undefined ? {} : { invite: code });
      expect([answer.status, answer.body.code]).toEqual([403, 'INVITATION_REQUIRED']);
    }
    const { code } = await invite(scene.admin);
    expect((await register(scene.app, { invite: code })).status).toBe(201);
  });

  it('approval: rejects a sign-up without an application, lets the invited in [B19-3]', async () => {
    const { code } = await invite(scene.admin);
    await letIn(scene.app, { registration: 'approval' });
    const answer = await register(scene.app);
    expect([answer.status, answer.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect((await register(scene.app, { invite: code })).status).toBe(201);
  });

  it('applies to social sign-up, and not to those who have an account [B19-1]', async () => {
    const known = await socialSignIn(scene.app, {
      provider: 'google',
      choice: 'own',
      email: 'old@example.org',
    });
    expect(parametersOf(known.landing)).toEqual({ oauth_success: 'true' });
    for (const registration of ['closed', 'invitation', 'approval'] as const) {
      await letIn(scene.app, { registration });
      const email = `${registration}@example.org`;
      const { landing } = await socialSignIn(scene.app, { provider: 'facebook', choice: 'own', email });
      expect(parametersOf(landing).error).toBe('oauth_registration');
      expect(await scene.app.ctx.users.findByEmail(email)).toBeNull();
      const again = await socialSignIn(scene.app, {
        provider: 'google',
        choice: 'own',
        email: 'old@example.org',
      });
      expect(parametersOf(again.landing)).toEqual({ oauth_success: 'true' });
    }
  });
});

describe('a proof of work', () => {
  it('is not asked for by default', async () => {
    const { body } = await scene.app.agent().get('/auth/challenge').expect(200);
    expect(body).toEqual({ success: true, data: null });
  });

  it('lets one account in, once [B19-4]', async () => {
    await letIn(scene.app, { registrationProof: true });
    const missing = await register(scene.app);
    expect([missing.status, missing.body.code]).toEqual([403, 'PROOF_REQUIRED']);
    const proof = await solve(scene.app);
    const answers = await Promise.all([register(scene.app, { proof }), register(scene.app, { proof })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect((await register(scene.app, { proof })).body.code).toBe('PROOF_REQUIRED');
  });

  it('stays good after a rejected sign-up, so that a mistyped field costs no second one', async () => {
    await letIn(scene.app, { registrationProof: true });
    const proof = await solve(scene.app);
    const { userName } = scene.admin.user;
    expect((await register(scene.app, { proof, userName })).status).toBe(409);
    expect((await register(scene.app, { proof })).status).toBe(201);
  });

  it('is rejected when changed, unsolved, foreign or late [B19-4]', async () => {
    await letIn(scene.app, { registrationProof: true });
    const good = JSON.parse(Buffer.from(await solve(scene.app), 'base64').toString()) as {
      challenge: { parameters: object };
      solution: object;
    };
    const { challenge, solution } = good;
    const wrong = [
      { challenge, solution: { ...solution, derivedKey: '00' } },
      { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 2 } }, solution },
      { challenge: { ...challenge, signature: '00' }, solution },
      { challenge },
      'text',
    ];
    for (const payload of wrong) {
      const proof = Buffer.from(JSON.stringify(payload)).toString('base64');
      expect((await register(scene.app, { proof })).body.code).toBe('PROOF_REQUIRED');
    }
    const late = await solve(scene.app);
    scene.app.clock.advance(21 * MINUTE);
    expect((await register(scene.app, { proof: late })).body.code).toBe('PROOF_REQUIRED');
  });
});

describe('refusals', () => {
  it('of domains match subdomains, and tell no reason [B19-5]', async () => {
    await refuse('mail-domain', ['throwaway.example', ' @Other.example '], { reason: 'Spam wave' }).expect(
      201,
    );
    for (const email of ['a@throwaway.example', 'b@mx.throwaway.example', 'c@other.example']) {
      const answer = await register(scene.app, { email });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'email', message: 'This e-mail address cannot be used here. Please use another one' },
      ]);
      expect(answer.text).not.toContain('Spam wave');
    }
    expect((await register(scene.app, { email: 'a@notthrowaway.example' })).status).toBe(201);
  });

  it('of addresses match however they are tagged, for applicants and social sign-up too [B19-5]', async () => {
    await refuse('mail-address', ['Pest@example.org']).expect(201);
    expect((await register(scene.app, { email: 'pest+1@example.org' })).status).toBe(400);
    const email = 'pest@example.org';
    const { landing } = await socialSignIn(scene.app, { provider: 'google', choice: 'own', email });
    expect(parametersOf(landing).error).toBe('oauth_error');
    await letIn(scene.app, { registration: 'approval' });
    expect((await apply(scene.app, { email })).answer.status).toBe(400);
  });

  it('of ranges match IPv4 and IPv6, and an invitation does not help [B19-5]', async () => {
    const { code } = await invite(scene.admin);
    await refuse('ip-range', ['203.0.113.0/24', '2001:db8::/32']).expect(201);
    for (const from of ['203.0.113.9', '2001:db8:4::1', '::ffff:203.0.113.10']) {
      const answer = await register(scene.app, { invite: code }, from);
      expect([answer.status, answer.body.code]).toEqual([403, 'REGISTRATION_CLOSED']);
    }
    expect((await register(scene.app, {}, '203.0.114.9')).status).toBe(201);
  });

  it('of names look like taken names, also when renaming and for social sign-up [B19-5]', async () => {
    await refuse('name', ['Mayor', 'official_*']).expect(201);
    const owner = await scene.app.signUp({ userName: 'late_mayor' });
    for (const userName of ['mayor', 'MAYOR', 'official_news']) {
      const answer = await register(scene.app, { userName });
      expect([answer.status, answer.body.message]).toEqual([409, 'Please choose a different username']);
      expect((await scene.app.agent().get(`/users/username/${userName}/availability`)).status).toBe(200);
      const renamed = await owner.agent.patch(`/users/${owner.user._id}`).send({ userName });
      expect(renamed.status).toBe(409);
    }
    await refuse('name', ['robin*']).expect(201);
    const { agent } = await socialSignIn(scene.app, { provider: 'linkedin', choice: 'robin' });
    expect((await agent.get('/auth/me')).body.user.userName).not.toMatch(/^robin/);
  });

  it('leave owners what they have, and keep them from changing to a refused address [B19-5]', async () => {
    const owner = await scene.app.signUp({ userName: 'first_come', email: 'me@later.example' });
    await refuse('name', ['first_come']).expect(201);
    await refuse('mail-domain', ['later.example']).expect(201);
    await owner.agent.patch(`/users/${owner.user._id}`).send({ userName: 'First_Come' }).expect(200);
    const login = { emailOrUsername: 'me@later.example', password: 'correct horse 1' };
    await scene.app.agent().post('/auth/login').send(login).expect(200);
    const change = { email: 'you@later.example', password: 'correct horse 1' };
    const answer = await owner.agent.post('/auth/email').send(change);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'email']);
  });

  it('end on their day', async () => {
    await refuse('mail-domain', ['soon.example'], { days: 1 }).expect(201);
    expect((await register(scene.app, { email: 'a@soon.example' })).status).toBe(400);
    scene.app.clock.advance(DAY);
    expect((await register(scene.app, { email: 'a@soon.example' })).status).toBe(201);
  });
});

it('slows many accounts from one address, except for the invited and callers on the machine [B19-6]', async () => {
  const strict = await createTestApp({
    config: { trustProxy: 1, rateLimitFactor: 2 / ACCOUNTS_LIMIT.limit },
  });
  try {
    const from = '198.51.100.7';
    expect((await register(strict, {}, from)).status).toBe(201);
    const taken = await register(strict, { userName: 'demo_1' }, from);
    expect(taken.status).toBe(201);
    // A rejected sign-up does not count.
    expect((await register(strict, { userName: 'demo_1' }, from)).status).toBe(409);
    const late = await register(strict, {}, from);
    expect([late.status, late.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect((await register(strict)).status).toBe(201);
    expect((await register(strict, {}, '198.51.100.8')).status).toBe(201);
    const admin = await strict.ctx.users.create({ ...newAccount(), emailVerified: true });
    const { invitations } = strict.ctx.registration;
    const code = invitations.codeOf(await invitations.create(admin._id, { uses: 1 }));
    expect((await register(strict, { invite: code }, from)).status).toBe(201);
    strict.clock.advance(DAY);
    expect((await register(strict, {}, from)).status).toBe(201);
  } finally {
    await strict.close();
  }
});

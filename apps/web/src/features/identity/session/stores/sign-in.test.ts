import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { isVisitorMode, setVisitorMode } from '../../../../lib/visitor-mode';
import { server } from '../../../../testing/server';
import { makeGate } from '../../../../testing/serve';
import { answer, session, startSession, store, user } from '../../../../testing/session-store';
import { testUser } from '../../../../testing/users';
import { useSessionStore } from './session-store';
import { completeSocialLogin } from './complete-social-login';
import { register } from './register';
import { login, startSocialLogin } from './sign-in';

beforeEach(() => startSession());

describe('signing in', () => {
  it('requires both fields before calling [A5-45 A5-46]', async () => {
    const refused = { success: false, message: 'Email/username and password are required' };
    expect(await login(' ', 'x')).toEqual(refused);
    expect(await login('ada', '')).toEqual(refused);
  });

  it('sets the user and ends visitor mode [A4.1-10 A7.4-1]', async () => {
    setVisitorMode(true);
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/login', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...session, message: 'Login successful' });
      }),
    );
    expect(await login(' ada ', 'secret1', true)).toEqual({ success: true, message: 'Login successful' });
    expect(bodies).toEqual([{ emailOrUsername: 'ada', password: 'secret1', rememberMe: true }]);
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true });
    expect(isVisitorMode()).toBe(false);
  });

  it('clears both on failure [A4.1-11 A7.4-1]', async () => {
    useSessionStore.setState({ currentUser: user, isAuthenticated: true });
    server.use(
      http.post('/api/auth/login', () => HttpResponse.json({ message: 'Bad credentials' }, { status: 401 })),
    );
    expect(await login('ada', 'secret1')).toMatchObject({ success: false, message: 'Bad credentials' });
    expect(store()).toMatchObject({ currentUser: null, isAuthenticated: false });
  });

  it('leaves a session that began while it was failing [A4.1-11]', async () => {
    const gate = makeGate();
    server.use(
      http.post('/api/auth/login', async () => {
        await gate.passed;
        return HttpResponse.json({ message: 'Bad credentials' }, { status: 401 });
      }),
    );
    const first = login('ada', 'secret1');
    useSessionStore.setState({ currentUser: user, isAuthenticated: true });
    gate.open();
    expect(await first).toMatchObject({ success: false });
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true });
  });

  it('reports a response without a user [A8-9]', async () => {
    server.use(http.post('/api/auth/login', () => HttpResponse.json({ success: true })));
    expect(await login('ada', 'secret1')).toEqual({
      success: false,
      message: 'Login successful but user data not received. Please try logging in again.',
    });
  });
});

describe('registering', () => {
  it('trims the fields, lower-cases the email and also accepts data.user [A3-15 A3-16 A5-31 A7.1-4]', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/register', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ success: true, message: 'Welcome', data: { user } }, { status: 201 });
      }),
    );
    const body = { fullName: ' Ada ', userName: ' ada ', email: ' ADA@Example.org ', password: ' secret1 ' };
    expect(await register(body)).toEqual({ success: true, user, message: 'Welcome' });
    expect(bodies).toEqual([
      { fullName: 'Ada', userName: 'ada', email: 'ada@example.org', password: ' secret1 ' },
    ]);
    expect(store().currentUser).toEqual(user);
  });

  it('requires its fields [A5-47]', async () => {
    const body = { fullName: 'A', userName: 'ada', email: 'a@b.co', password: 'x' };
    for (const missing of [{ userName: ' ' }, { email: '' }, { password: '' }]) {
      expect(await register({ ...body, ...missing })).toEqual({
        success: false,
        message: 'All required fields must be filled',
      });
    }
  });
});

describe('finishing social sign-in', () => {
  it('applies the session [A3-19 A4.3-12 A7.1-17]', async () => {
    answer('me', () => HttpResponse.json({ ...session, message: 'Welcome' }));
    startSocialLogin();
    expect(store().oauthInProgress).toBe(true);
    expect(await completeSocialLogin()).toEqual({ success: true, user, message: 'Welcome' });
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true, oauthInProgress: false });
  });

  it.each([
    ['401', () => HttpResponse.json({ message: 'No session' }, { status: 401 })],
    ['no user', () => HttpResponse.json({ success: true })],
  ])('clears the state on %s [A4.3-4 A8-22]', async (_what, reply) => {
    answer('me', reply);
    useSessionStore.setState({ oauthInProgress: true });
    expect(await completeSocialLogin()).toEqual({
      success: false,
      message: 'OAuth authentication failed - please try again.',
    });
    expect(store()).toMatchObject({
      currentUser: null,
      oauthInProgress: false,
      authError: 'OAuth authentication failed - please try again.',
    });
  });

  it('clears the state and throws when the server is unreachable [A4.3-4]', async () => {
    answer('me', () => HttpResponse.error());
    useSessionStore.setState({ oauthInProgress: true });
    await expect(completeSocialLogin()).rejects.toThrow('Cannot connect to server...');
    expect(store()).toMatchObject({ currentUser: null, oauthInProgress: false });
  });

  it.each([
    ['fails', () => HttpResponse.error()],
    ['finds no session', () => HttpResponse.json({ success: true })],
    ['finds another session', () => HttpResponse.json({ ...session, user: testUser({ userName: 'bob' }) })],
  ])('leaves a session that began meanwhile if it %s [A4.3-4]', async (_how, reply) => {
    const gate = makeGate();
    server.use(
      http.get('/api/auth/me', async () => {
        await gate.passed;
        return reply();
      }),
    );
    const landing = completeSocialLogin();
    useSessionStore.setState({ currentUser: user, isAuthenticated: true });
    gate.open();
    expect(await landing).toEqual({ success: true, user });
    expect(store()).toMatchObject({ currentUser: user, isAuthenticated: true, authError: null });
  });
});

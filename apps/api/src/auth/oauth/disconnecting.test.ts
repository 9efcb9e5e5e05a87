import { type CurrentUser, type OAuthProvider } from '@social-feed/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, pathOfLocation, socialSignIn } from '../../testing/social-sign-in.js';
import { createTestApp, type Agent, type TestApp } from '../../testing/test-app.js';

const SETTINGS = 'http://localhost:3000/settings';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { oauth: { answerWithin: 300 } } });
});
afterAll(() => app.close());

const ticketFor = async (agent: Agent, provider: OAuthProvider): Promise<string> => {
  const answer = await agent.post(`/auth/connections/${provider}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.ticket as string;
};
const begin = async (agent: Agent, provider: OAuthProvider, ticket?: string) =>
  agent
    .get(`/auth/${provider}`)
    .query({ callback: SETTINGS, connect: ticket ?? (await ticketFor(agent, provider)) });
const locationOf = (answer: { headers: Record<string, string> }) => new URL(answer.headers['location'] ?? '');
/** Goes to the provider's page as the settings do. @returns the way back to the API */
const visit = async (agent: Agent, provider: OAuthProvider, choice: string): Promise<string> => {
  const start = await begin(agent, provider);
  return choose(agent, provider, await agent.get(pathOfLocation(start)), choice);
};
const connect = async (agent: Agent, provider: OAuthProvider, choice: string): Promise<URL> =>
  locationOf(await agent.get(await visit(agent, provider, choice)));
const methodsOf = async (agent: Agent) => (await agent.get('/auth/connections')).body.data;
const connectedTo = async (agent: Agent): Promise<string[]> =>
  (await methodsOf(agent)).connections
    .filter(({ connectedAt }: { connectedAt: string | null }) => connectedAt !== null)
    .map(({ provider }: { provider: string }) => provider);
const subjectsOf = async (user: CurrentUser) =>
  (await app.ctx.mail.kept(user.email)).map(({ subject }) => subject);

describe('DELETE /auth/connections/{provider}', () => {
  it('takes the way in away and tells the owner', async () => {
    const { agent, user } = await app.signUp();
    await connect(agent, 'linkedin', 'unverified');
    expect((await agent.delete('/auth/connections/linkedin')).body).toEqual({
      success: true,
      message: 'Account disconnected',
    });
    expect(await connectedTo(agent)).toEqual([]);
    expect(await subjectsOf(user)).toContain('How you sign in has changed');
    const answer = await agent.delete('/auth/connections/linkedin');
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('No LinkedIn account is connected');
  });

  it('is refused where it is the last way in, until there is another', async () => {
    const { agent } = await socialSignIn(app, {
      provider: 'google',
      choice: 'own',
      email: 'last@example.net',
    });
    const refused = await agent.delete('/auth/connections/google');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'Google is your only way to sign in. Set a password or connect another account first.',
    );
    expect(await connectedTo(agent)).toEqual(['google']);
    await agent.post('/auth/change-password').send({ newPassword: 'Better horse 2!' }).expect(200);
    expect((await agent.delete('/auth/connections/google')).status).toBe(200);
    expect(await methodsOf(agent)).toMatchObject({ hasPassword: true });
  });

  it('leaves one of two that are taken away at once', async () => {
    const { agent } = await socialSignIn(app, {
      provider: 'google',
      choice: 'own',
      email: 'two@example.net',
    });
    expect((await connect(agent, 'facebook', 'unverified')).searchParams.get('oauth_success')).toBe('true');
    const answers = await Promise.all([
      agent.delete('/auth/connections/google'),
      agent.delete('/auth/connections/facebook'),
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await connectedTo(agent)).not.toEqual([]);
    expect(answers.some(({ status }) => status === 409)).toBe(true);
  });
});

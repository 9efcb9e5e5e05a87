import { type CurrentUser } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { connect, connectedTo, methodsOf, subjectsTo } from '../../testing/connecting.js';
import { socialScene, socialSignIn } from '../../testing/social-sign-in.js';

const scene = socialScene();
const subjectsOf = (user: CurrentUser) => subjectsTo(scene.app, user);

describe('DELETE /auth/connections/{provider}', () => {
  it('disconnects the provider account and notifies the owner', async () => {
    const { agent, user } = await scene.app.signUp();
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

  it('rejects the last sign-in method, until another is added', async () => {
    const { agent } = await socialSignIn(scene.app, {
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

  it('keeps one of two under parallel requests', async () => {
    const { agent } = await socialSignIn(scene.app, {
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

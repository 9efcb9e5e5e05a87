import type { Agent, TestApp } from './test-app.js';

/** The password of accounts created by `signUp`. */
export const PASSWORD = 'correct horse 1';

/** Signs the same user in from a second browser, Firefox on Windows. */
export async function secondBrowser(app: TestApp, userName: string, password = PASSWORD): Promise<Agent> {
  const agent = app.agent();
  await agent
    .post('/auth/login')
    .set('User-Agent', 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0')
    .send({ emailOrUsername: userName, password });
  return agent;
}

export const isSignedIn = async (agent: Agent): Promise<boolean> =>
  (await agent.get('/auth/me')).status === 200;

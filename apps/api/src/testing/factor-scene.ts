import type { CurrentUser } from '@social-feed/contracts';
import { PASSWORD } from './browsers.js';
import { appCode, softPasskey } from './authenticator.js';
import type { Agent, TestApp } from './test-app.js';

export interface Protected {
  agent: Agent;
  user: CurrentUser;
}

/** Signs a user up whose e-mail address is confirmed, so that factors can be added. */
export async function confirmedUser(app: TestApp): Promise<Protected> {
  const { agent, user } = await app.signUp();
  await app.ctx.models.User.updateOne(
    { _id: user._id },
    { $set: { emailVerified: true }, $unset: { confirmEmail: 1 } },
  );
  return { agent, user };
}

/** Adds an authenticator app. @returns its codes at the app's time, and the recovery codes */
export async function addApp(app: TestApp, agent: Agent) {
  const { secret, ticket } = (await agent.post('/auth/factors/totp/options')).body.data as {
    secret: string;
    ticket: string;
  };
  const code = () => appCode(secret, app.clock.now());
  const answer = await agent.post('/auth/factors/totp').send({ ticket, code: code() });
  if (answer.status !== 201) throw new Error(`No app: ${answer.text}`);
  return { secret, code, recoveryCodes: answer.body.recoveryCodes as string[], factor: answer.body.data };
}

/** Adds a passkey. */
export async function addPasskey(agent: Agent, passkey = softPasskey(), name = 'Laptop') {
  const options = (await agent.post('/auth/factors/passkeys/options')).body.data;
  const answer = await agent.post('/auth/factors/passkeys').send({ name, passkey: passkey.create(options) });
  if (answer.status !== 201) throw new Error(`No passkey: ${answer.text}`);
  return {
    passkey,
    recoveryCodes: answer.body.recoveryCodes as string[] | undefined,
    factor: answer.body.data,
  };
}

/** Gives name and password on another browser. The answer asks for the second factor. */
export async function firstStep(
  app: TestApp,
  { userName }: CurrentUser,
  agent = app.agent(),
  password = PASSWORD,
) {
  const answer = await agent.post('/auth/login').send({ emailOrUsername: userName, password });
  return { agent, answer };
}

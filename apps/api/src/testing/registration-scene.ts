import type { SignUpChallenge } from '@social-feed/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { PASSWORD } from './browsers.js';
import { signUpAdmin, type SignedUp } from './people.js';
import { appScene, type Scene } from './scene.js';
import { newAccount, type SignUpFields, type TestApp } from './test-app.js';

export interface RegistrationScene extends Scene {
  admin: SignedUp;
  /** Signs the admin in again, because tests move the clock. */
  signInAgain: () => Promise<unknown>;
}

/** An API whose callers name their address in `X-Forwarded-For`, with an admin. */
export const registrationScene = (): RegistrationScene =>
  appScene<RegistrationScene>({ config: { trustProxy: 1 } }, async (scene) => {
    scene.admin = await signUpAdmin(scene.app);
    const { agent, user } = scene.admin;
    const login = { emailOrUsername: user.userName, password: PASSWORD };
    scene.signInAgain = () => agent.post('/auth/login').send(login).expect(200);
  });

type Settings = Parameters<TestApp['ctx']['instance']['update']>[0];

/** Sets how people come in. */
export const letIn = (app: TestApp, settings: Settings) =>
  app.ctx.instance.update({
    registration: 'open',
    registrationProof: false,
    invitations: 'admins',
    ...settings,
  });

interface Body extends Partial<SignUpFields> {
  invite?: string;
  proof?: string;
  sentence?: string;
}

export const register = (app: TestApp, body: Body = {}, from = '127.0.0.1') =>
  app.agent().post('/auth/register').set('X-Forwarded-For', from).send(newAccount(body));

/** Applies for an account. @returns the fields and the answer */
export async function apply(app: TestApp, body: Body = {}) {
  const fields = { sentence: 'I knit and I would like to show it.', ...newAccount(body) };
  const answer = await app.agent().post('/auth/applications').send(fields);
  return { fields, answer };
}

/** Creates an invitation. @returns its id and code */
export async function invite({ agent }: Pick<SignedUp, 'agent'>, uses = 1, days?: number | null) {
  const { body } = await agent.post('/invitations').send({ uses, days }).expect(201);
  return body.data as { _id: string; code: string };
}

/** Fetches a challenge and solves it. @returns the proof to send */
export async function solve(app: TestApp): Promise<string> {
  const { body } = await app.agent().get('/auth/challenge').expect(200);
  const challenge = body.data as SignUpChallenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

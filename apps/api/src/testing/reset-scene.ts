import { expect } from 'vitest';
import { appScene, type Scene } from './scene.js';
import { newAccount, type Agent, type SignUpFields, type TestApp, type TestAppOptions } from './test-app.js';

type Signed = Awaited<ReturnType<TestApp['signUp']>>;
type Call = ReturnType<Agent['post']>;

export const INVALID_OTP = { success: false, code: 'INVALID_OTP', message: 'Invalid OTP' };

/** The code in the text of a mail; empty if there is none. */
export const codeIn = (text = ''): string => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';

/** Sends a POST request as a new browser, optionally with a body. */
function postTo(app: TestApp, path: string, body?: object): Call {
  const call = app.agent().post(path);
  return body === undefined ? call : call.send(body);
}

export interface ResetScene extends Scene {
  post: (path: string, body?: object, app?: TestApp) => Call;
  forgot: (email: string) => Call;
  verify: (email: string, otp: string, app?: TestApp) => Call;
  mailsTo: (email: string) => ReturnType<TestApp['ctx']['mail']['kept']>;
  /** The code of the latest mail. */
  lastCode: (email: string) => Promise<string>;
  person: () => Promise<SignUpFields & Signed>;
  personWithCode: () => Promise<SignUpFields & Signed & { code: string }>;
}

/** An API with access to its mails. */
export function resetScene(options: TestAppOptions = {}): ResetScene {
  const scene = appScene<ResetScene>(options);
  return Object.assign(scene, {
    post: (path, body, app = scene.app) => postTo(app, path, body),
    forgot: (email) => scene.post('/auth/forgot-password', { email }),
    verify: (email, otp, app) => scene.post('/auth/verify-otp', { email, otp }, app),
    mailsTo: (email) => scene.app.ctx.mail.kept(email),
    lastCode: async (email) => codeIn((await scene.mailsTo(email))[0]?.text),
    person: async () => {
      const account = newAccount();
      const signed = await scene.app.signUp(account);
      // removes the code that confirms the address, which is not a reset code
      await scene.app.ctx.models.Mail.deleteMany({ to: account.email });
      return { ...account, ...signed };
    },
    personWithCode: async () => {
      const account = await scene.person();
      expect((await scene.forgot(account.email)).status).toBe(200);
      return { ...account, code: await scene.lastCode(account.email) };
    },
  } satisfies Omit<ResetScene, 'app'>);
}

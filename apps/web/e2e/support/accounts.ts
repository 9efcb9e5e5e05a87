import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { expect, inject } from 'vitest';
import { newPerson, type Person } from './people.js';

export const ACCOUNT = {
  login: '/i/account/login',
  signup: '/i/account/signup',
  forgot: '/i/account/forgotpassword',
} as const;

/** A mail in the dev mailbox. */
interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Returns the mails to an address, newest first. */
export async function mailsTo(api: string, address: string): Promise<Mail[]> {
  const answer = await fetch(`${api}/dev/mailbox?to=${encodeURIComponent(address)}`, {
    headers: { accept: 'application/json' },
  });
  return (await answer.json()) as Mail[];
}

/** Waits until this many reset codes were mailed to an address. Returns the six-digit codes, newest first. */
export async function codesFor(api: string, address: string, count: number): Promise<string[]> {
  const codes = async () =>
    (await mailsTo(api, address))
      .filter(({ subject }) => subject === 'Your code to reset your password')
      .flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
  await expect.poll(async () => (await codes()).length, { timeout: 15_000 }).toBe(count);
  return codes();
}

/** Tries of a sign-up, one a second: a busy machine makes the service refuse calls for some seconds. */
const TRIES_MAX = 30;

/** Creates an account by API call, and dismisses its welcome. The context's cookie jar then holds its session. */
export async function register(
  context: BrowserContext,
  web: string,
  person: Person = newPerson(),
): Promise<Person & { id: string }> {
  const signUp = () =>
    context.request.post(`${web}/api/auth/register`, { headers: { origin: web }, data: person });
  let answer = await signUp();
  for (let tries = 1; answer.status() === 503 && tries < TRIES_MAX; tries += 1) {
    await wait(1000);
    answer = await signUp();
  }
  expect(answer.status(), await answer.text()).toBe(201);
  const { user } = (await answer.json()) as { user: { _id: string } };
  await context.request.delete(`${web}/api/auth/welcome`, { headers: { origin: web } });
  return { ...person, id: user._id };
}

/** Creates an account and discards its session. */
export async function registerElsewhere(page: Page, web: string): Promise<Person> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('The page has no browser');
  const person = await register(context, web);
  await context.close();
  return person;
}

/** Sets the answer of an API call, replacing any earlier one. */
export async function answerWith(page: Page, path: string, body: unknown, status = 200): Promise<void> {
  await answerBy(page, path, (route) =>
    typeof body === 'string'
      ? route.fulfill({ status, contentType: 'text/html', body })
      : route.fulfill({ status, json: body }),
  );
}

/** Sets the route handler of an API call, replacing any earlier one. */
export async function answerBy(page: Page, path: string, answer: (route: Route) => unknown): Promise<void> {
  const address = `**/api/${path}`;
  await page.unroute(address);
  await page.route(address, async (route) => {
    await answer(route);
  });
}

export async function enterSignIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('form', { name: 'Sign In' }).waitFor();
}

export async function enterSignUp(page: Page, search = ''): Promise<void> {
  await page.goto(`${inject('web')}${ACCOUNT.signup}${search}`);
  await page.getByRole('form', { name: 'Sign Up' }).waitFor();
}

/** Fills in and submits the open sign-in form. */
export async function sendSignIn(page: Page, emailOrUsername: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email or Username').fill(emailOrUsername);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** The session stored in the browser under `auth-storage`. */
export const storedSession = (page: Page): Promise<{ state: Record<string, unknown>; version: number }> =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('auth-storage') ?? '{}') as {
        state: Record<string, unknown>;
        version: number;
      },
  );

/** Path and query of the page. */
export const addressOf = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

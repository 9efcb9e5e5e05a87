import type { Page } from 'playwright-core';
import { wordsIn } from './words.js';

export interface Person {
  fullName: string;
  userName: string;
  email: string;
  password: string;
}

let count = 0;

export function newPerson(): Person {
  count += 1;
  const userName = `walker_${Date.now().toString(36)}_${count}`;
  return {
    fullName: 'Wilma Walker',
    userName,
    email: `${userName}@example.org`,
    password: 'browser tests 1',
  };
}

/** Fills in and submits the sign-up form, then waits for the feed. @param say the words of the page's language */
export async function signUp(page: Page, web: string, person: Person, say = wordsIn('en')): Promise<void> {
  await page.goto(`${web}/i/account/signup`);
  const form = page.getByRole('form', { name: say('Sign Up') });
  await form.getByLabel(say('Full name')).fill(person.fullName);
  await form.getByLabel(say('Username')).fill(person.userName);
  await form.getByLabel(say('Email')).fill(person.email);
  await form.getByLabel(say('Password'), { exact: true }).fill(person.password);
  await form.getByLabel(say('Confirm password')).fill(person.password);
  await form.getByRole('button', { name: say('Create account') }).click();
  await page.waitForURL(`${web}/home`);
}

/** Fills in and submits the sign-in form, then waits for the feed. */
export async function signIn(
  page: Page,
  web: string,
  person: Pick<Person, 'userName' | 'password'>,
): Promise<void> {
  await page.goto(`${web}/i/account/login`);
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email or Username').fill(person.userName);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${web}/home`);
}

/** The account of the demo data (README). */
export const DEMO = { userName: 'demo', password: 'Demo1234' };

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountPages } from './support/account-pages.js';
import { expectAccessible } from './support/accessible.js';
import { ACCOUNT, mailsTo, register, sendSignIn } from './support/accounts.js';
import { runAdminOn } from './support/admin.js';
import { openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { newPerson, type Person } from './support/people.js';
import {
  environmentOf,
  newPlace,
  removePlace,
  startStack,
  type Stack,
  type StackPlace,
} from './support/stack.js';

const HOST = 'Harbour Square Neighbours';

// the mode of registration is everybody's, so these tests have a stack of their own
describe.skipIf(chromiumPath === undefined)('coming in', () => {
  const at = accountPages();
  let place: StackPlace;
  let stack: Stack;
  let staff: { host: WatchedPage; moderator: WatchedPage };
  const opened: WatchedPage[] = [];

  const open = async (): Promise<WatchedPage> => {
    const watched = await openPage(at.browser, { reducedMotion: 'reduce', colorScheme: 'light' });
    watched.page.setDefaultTimeout(30_000);
    opened.push(watched);
    return watched;
  };
  const set = async (settings: object) => {
    const answer = await staff.host.context.request.patch(`${stack.web}/api/admin/instance`, {
      headers: { origin: stack.web },
      data: settings,
    });
    expect(answer.status()).toBe(200);
  };
  const member = async (command: string): Promise<WatchedPage> => {
    const watched = await open();
    const { userName } = await register(watched.context, stack.web);
    await runAdminOn(environmentOf(place), command, userName);
    return watched;
  };
  const fill = async (page: Page, person: Person) => {
    const fields = {
      'Full name': person.fullName,
      Username: person.userName,
      Email: person.email,
      Password: person.password,
      'Confirm password': person.password,
    };
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
  const applyByCall = async (context: BrowserContext, sentence: string): Promise<Person> => {
    const person = newPerson();
    const answer = await context.request.post(`${stack.web}/api/auth/applications`, {
      headers: { origin: stack.web },
      data: { ...person, sentence },
    });
    expect(answer.status()).toBe(201);
    return person;
  };
  /** Waits for a mail, and returns its text. */
  const mailOf = async ({ email }: Person, subject: string): Promise<string> => {
    const found = async () =>
      (await mailsTo(stack.api, email)).find((mail) => mail.subject === subject)?.text;
    await expect.poll(found).toBeDefined();
    return (await found()) ?? '';
  };
  const decisionAbout = ({ userName }: Person) =>
    staff.moderator.page.getByRole('form', { name: `Decide about ${userName}` });

  beforeAll(async () => {
    place = await newPlace();
    stack = await startStack(place, { DEMO_DATA: 'false' });
    staff = { host: await member('make'), moderator: await member('moderator') };
    await set({ name: HOST, contact: 'office@harbour.example' });
  });
  afterEach(async () => {
    const kept = Object.values(staff);
    for (const watched of opened.filter((one) => !kept.includes(one))) await watched.close();
  });
  afterAll(async () => {
    await stack?.stop();
    removePlace(place);
  });

  it('by approval: applies, waits, is approved by a moderator, gets a mail and signs in [B19-34]', async () => {
    await set({ registration: 'approval', registrationProof: true });
    const watched = await open();
    const { page, problems } = watched;
    const person = newPerson();
    await page.goto(`${stack.web}${ACCOUNT.signup}`);
    await page.getByText('The moderators approve new accounts.', { exact: true }).waitFor();
    // the worker solves the challenge under the real Content-Security-Policy
    await page.getByText('The check for robots is done.').waitFor();
    expect(await watched.layoutShift()).toBe(0);
    await fill(page, person);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Please write a sentence about yourself').waitFor();
    await expectAccessible(page, 'an application without its sentence');
    await page.getByLabel('A sentence about yourself').fill('I live by the harbour.');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'Your application is sent' }).waitFor();
    await page.getByText(`You get a mail to ${person.email}`).waitFor();
    await expectAccessible(page, 'an application that is sent');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await sendSignIn(page, person.userName, person.password);
    await page.getByText(/^Your application waits for the moderators/).waitFor();

    await set({ registrationProof: false });
    const rejected = await applyByCall(page.context(), 'Buy watches.');
    const desk = staff.moderator.page;
    await desk.goto(`${stack.web}/admin/registration`);
    await desk.getByText('I live by the harbour.').waitFor();
    await desk.getByRole('button', { name: `Approve ${person.userName}` }).waitFor();
    await expectAccessible(desk, 'the applications');
    // a moderator sees applications only
    expect(await desk.getByRole('region', { name: 'Refused' }).count()).toBe(0);
    await decisionAbout(person).getByRole('textbox').fill('Welcome to the square!');
    await desk.getByRole('button', { name: `Approve ${person.userName}` }).click();
    await decisionAbout(person).waitFor({ state: 'detached' });
    await decisionAbout(rejected).getByRole('textbox').fill('This is for neighbours only.');
    await desk.getByRole('button', { name: `Reject ${rejected.userName}` }).click();
    await desk.getByText('Nobody waits').waitFor();

    const mail = await mailOf(person, 'Your account is approved');
    expect(mail).toContain('Welcome to the square!');
    expect(mail).toContain(HOST);
    await page.goto(/https?:\S+/.exec(mail)?.[0] ?? 'about:blank');
    await sendSignIn(page, person.userName, person.password);
    await page.waitForURL(`${stack.web}/home`);

    const refusal = await mailOf(rejected, 'Your application was not accepted');
    expect(refusal).toContain('This is for neighbours only.');
    const { page: other } = await open();
    await other.goto(`${stack.web}${ACCOUNT.login}`);
    await sendSignIn(other, rejected.userName, rejected.password);
    await other.getByText(/^Invalid email\/username or password/).waitFor();
    expect(problems.filter((one) => !one.includes('403'))).toEqual([]);
  });

  it('by invitation: it is made, used, and used up [B19-35]', async () => {
    await set({ registration: 'invitation', registrationProof: false });
    const { page } = staff.host;
    await page.goto(`${stack.web}/settings/invitations`);
    const area = page.getByRole('region', { name: 'Invitations' });
    await area.getByRole('button', { name: 'Create and copy link' }).click();
    const link = (await area.locator('code').textContent()) ?? '';
    await expectAccessible(page, 'invitations in Settings');

    const guest = await open();
    const person = newPerson();
    await guest.page.goto(`${stack.web}${ACCOUNT.signup}`);
    await guest.page.getByRole('heading', { name: 'You need an invitation' }).waitFor();
    await guest.page.getByRole('link', { name: 'Ask office@harbour.example' }).waitFor();
    expect(await guest.layoutShift()).toBe(0);
    await expectAccessible(guest.page, 'sign-up without an invitation');
    await guest.page.goto(link);
    await guest.page.getByText(/\(@\w+\) invites you to /).waitFor();
    expect(await guest.layoutShift()).toBe(0);
    await fill(guest.page, person);

    // another guest has the same link, and is slower
    const late = await open();
    await late.page.goto(link);
    await late.page.getByText(/\(@\w+\) invites you to /).waitFor();
    await fill(late.page, newPerson());
    await guest.page.getByRole('button', { name: 'Create account' }).click();
    await guest.page.waitForURL(`${stack.web}/home`);
    await late.page.getByRole('button', { name: 'Create account' }).click();
    await late.page.getByRole('heading', { name: 'This invitation has ended' }).waitFor();
    await expectAccessible(late.page, 'an invitation that has ended');

    await page.reload();
    await area.getByText(`0 of 1 use left`).waitFor();
    await area.getByText(`came: @${person.userName}`).waitFor();
  });
});

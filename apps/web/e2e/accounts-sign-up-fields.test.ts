import { describe, expect, it } from 'vitest';
import { accountPages, below } from './support/account-pages.js';
import { answerBy, enterSignUp } from './support/accounts.js';
import { chromiumPath } from './support/chromium.js';

describe.skipIf(chromiumPath === undefined)('signing up', () => {
  const at = accountPages('each');

  const enter = (search = '') => enterSignUp(at.page, search);
  const press = () => at.press('Create account');

  it('checks an address one second after the last keystroke, only if it looks valid [A5-22 A5-24]', async () => {
    const asked: string[] = [];
    await at.page.clock.install();
    await enter();
    await answerBy(at.page, 'users/email/*/availability', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 404, json: {} });
    });
    await at.page.clock.pauseAt(Date.now() + 60_000);
    await at.field('Email').fill('wilma@example');
    await at.page.clock.runFor(990);
    expect(await below(at, 'Email')).toBe('');
    await at.page.clock.runFor(20);
    await at.sees('Invalid email format');
    await at.field('Email').fill('wilma@example.org');
    expect(await below(at, 'Email')).toBe('');
    await at.page.clock.runFor(990);
    expect(asked).toEqual([]);
    await at.page.clock.runFor(20);
    await at.sees('Email is available');
    expect(asked).toEqual(['/api/users/email/wilma%40example.org/availability']);
  });

  it('checks a username 0.8 s after the last keystroke, from three characters on [A5-23]', async () => {
    const asked: string[] = [];
    await at.page.clock.install();
    await enter();
    await answerBy(at.page, 'users/username/*/availability', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 404, json: {} });
    });
    await at.page.clock.pauseAt(Date.now() + 60_000);
    for (const refused of ['wi', 'wil ma', 'wilma!']) {
      await at.field('Username').fill(refused);
      await at.page.clock.runFor(2000);
    }
    await at.field('Username').fill('wil');
    await at.page.clock.runFor(790);
    expect(asked).toEqual([]);
    await at.page.clock.runFor(20);
    await at.sees('Username is available');
    expect(asked).toEqual(['/api/users/username/wil/availability']);
  });

  it('ignores the answer of an outdated check [A5-25]', async () => {
    await enter();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let questions = 0;
    await answerBy(at.page, 'users/username/*/availability', async (route) => {
      questions += 1;
      const first = questions === 1;
      if (first) await held;
      // an aborted call cannot be fulfilled
      await route.fulfill({ status: first ? 200 : 404, json: {} }).catch(() => undefined);
    });
    await at.field('Username').fill('wilma_one');
    await at.sees('Checking username…');
    await at.field('Username').fill('wilma_two');
    await at.sees('Username is available');
    release();
    await expect.poll(() => questions).toBe(2);
    expect(await below(at, 'Username')).toBe('Username is available');
  });

  it('shows all missing fields, and clears each message when its field changes [A4.4-3 A5-7 A5-16]', async () => {
    await at.page.clock.install();
    await enter();
    // prevents the check one second after the last keystroke
    await at.page.clock.pauseAt(Date.now() + 60_000);
    await press();
    const required = {
      'Full name': 'Full name is required',
      Username: 'Username is required',
      Email: 'Email is required',
      Password: 'Password is required',
      'Confirm password': 'Please confirm your password',
    };
    for (const [label, words] of Object.entries(required))
      await expect.poll(() => below(at, label)).toBe(words);
    await expect
      .poll(() => at.field('Full name').evaluate((input) => input === document.activeElement))
      .toBe(true);
    for (const label of Object.keys(required)) {
      await at.field(label).fill('x');
      await expect.poll(() => below(at, label)).toBe('');
    }
  });

  it('shows errors for an invalid name and username [A5-5 A5-8 A5-9]', async () => {
    await enter();
    await at.fill({ 'Full name': ' W ', Username: 'wi' });
    await press();
    await expect.poll(() => below(at, 'Full name')).toBe('Name must be at least 2 characters');
    await expect.poll(() => below(at, 'Username')).toBe('Username must be at least 3 characters');
    await at.fill({ Username: 'wilma walker' });
    await press();
    await expect.poll(() => below(at, 'Username')).toBe('Only letters, numbers, and underscores allowed');
  });

  it('shows errors for an invalid address and password [A5-13 A5-17 A5-18 A5-21]', async () => {
    await enter();
    await at.fill({ Email: 'wilma', Password: 'walk1', 'Confirm password': 'walk2' });
    await press();
    await expect.poll(() => below(at, 'Email')).toBe('Please enter a valid email');
    await expect.poll(() => below(at, 'Password')).toBe('Password must be at least 6 characters');
    await expect.poll(() => below(at, 'Confirm password')).toBe('Passwords do not match');
    await at.fill({ Password: 'walkers' });
    await press();
    await expect
      .poll(() => below(at, 'Password'))
      .toBe('Password must contain at least one letter and one number');
  });

  it('shows password strength as four bars and a word [A2.3-4 A5-28 A5-30]', async () => {
    await enter();
    const filled = () => at.page.locator('[data-filled=true]').count();
    const strengths = [
      ['a', 0, 'Too Weak'],
      ['abcdef', 1, 'Too Weak'],
      ['abcdefgh', 2, 'Weak'],
      ['abcdefg1', 3, 'Good'],
      ['Abcdefg1', 4, 'Strong'],
    ] as const;
    for (const [password, bars, word] of strengths) {
      await at.field('Password').fill(password);
      await at.sees(`Password strength: ${word}`);
      await expect.poll(filled).toBe(bars);
      expect(await at.page.locator('[data-filled]').count()).toBe(4);
    }
  });

  it('toggles the visibility of each password separately [A2.3-3]', async () => {
    await enter();
    await at.page.getByRole('button', { name: 'Show password' }).first().click();
    await expect.poll(() => at.field('Password').getAttribute('type')).toBe('text');
    await expect.poll(() => at.field('Confirm password').getAttribute('type')).toBe('password');
    await at.page.getByRole('button', { name: 'Hide password' }).click();
    await expect.poll(() => at.field('Password').getAttribute('type')).toBe('password');
  });
});

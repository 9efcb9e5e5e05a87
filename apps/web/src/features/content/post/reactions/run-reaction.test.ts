import { expect, it } from 'vitest';
import { shareText } from './run-reaction';

it('is the description, else the title', () => {
  expect(shareText({ title: 'Light', description: ' The harbour. ' })).toBe('The harbour.');
  expect(shareText({ title: 'Light', description: '' })).toBe('Light');
});

it('stays whole at 100 characters and is truncated to 100 beyond [F4-32]', () => {
  const whole = 'x'.repeat(100);
  expect(shareText({ title: '', description: whole })).toBe(whole);
  const cut = shareText({ title: '', description: `${whole}y` });
  expect(cut).toBe(`${'x'.repeat(99)}…`);
  expect(cut).toHaveLength(100);
});

it('counts characters as users see them, and splits none [F4-32]', () => {
  const family = '👩‍👩‍👧';
  const cut = shareText({ title: '', description: family.repeat(101) });
  expect(cut).toBe(`${family.repeat(99)}…`);
});

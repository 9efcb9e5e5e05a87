import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { savesData, setPreference, usePreferences } from './preferences';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  setPreference('dataSaver', 'system');
});

it.each([
  ['does not', 'says nothing of it', undefined, 'system', false],
  ['does not', 'asks for no less', { saveData: false }, 'system', false],
  ['saves', 'asks for less', { saveData: true }, 'system', true],
  ['saves', 'says nothing of it, where it is chosen', undefined, 'on', true],
] as const)('%s data if the browser %s [B7-2]', (_does, _asks, connection, chosen, expected) => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  setPreference('dataSaver', chosen);
  expect(savesData(usePreferences.getState())).toBe(expected);
});

describe('the colour of the bars around the page', () => {
  const { head } = document;
  const bars = () => [...head.querySelectorAll('meta')].map((bar) => bar.getAttribute('media'));
  const system = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'];

  beforeEach(() => {
    head.innerHTML = system.map((media) => `<meta name="theme-color" media="${media}">`).join('');
  });
  afterEach(() => {
    setPreference('theme', 'system');
    head.innerHTML = '';
  });

  it('is that of the chosen theme, whatever the device prefers', () => {
    setPreference('theme', 'dark');
    expect(bars()).toEqual(['none', 'all']);
    setPreference('theme', 'light');
    expect(bars()).toEqual(['all', 'none']);
    setPreference('theme', 'system');
    expect(bars()).toEqual(system);
  });

  it.each([
    ['dark', ['none', 'all']],
    ['light', ['all', 'none']],
    [null, system],
  ])('is it from the first paint on: %s', (theme, expected) => {
    if (theme) localStorage.setItem('theme', theme);
    runInThisContext(readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8'));
    localStorage.removeItem('theme');
    Reflect.deleteProperty(document.documentElement.dataset, 'theme');
    expect(bars()).toEqual(expected);
  });
});

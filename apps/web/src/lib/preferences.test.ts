import { afterEach, expect, it } from 'vitest';
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

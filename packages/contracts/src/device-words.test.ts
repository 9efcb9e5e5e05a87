import { expect, it } from 'vitest';
import { deviceWords, UNKNOWN_DEVICE } from './device-words.js';
import { inWords } from './t.js';

const german: Record<string, (values: readonly (string | number)[]) => string> = {
  '{} on {}': ([browser, system]) => `${browser} unter ${system}`,
  'Unknown device': () => 'Unbekanntes Gerät',
};

it.each([
  ['Firefox on Windows', 'Firefox unter Windows'],
  ['Samsung Internet on Android', 'Samsung Internet unter Android'],
  ['curl', 'curl'],
  ['', ''],
  [UNKNOWN_DEVICE, 'Unbekanntes Gerät'],
])('describes %j in the language of the reader', (device, words) => {
  expect(deviceWords(device)).toBe(device);
  expect(
    inWords(
      (key, values) => german[key]?.(values),
      () => deviceWords(device),
    ),
  ).toBe(words);
});

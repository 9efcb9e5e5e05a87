import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPreference } from './preferences';
import { coveredIn, serifOf, startSerif } from './serif';
import { showSerif } from './show-serif';

/** The page's typefaces. */
const { fonts } = document;
let loads: { resolve: () => void; reject: () => void }[];

beforeEach(() => {
  loads = [];
  localStorage.clear();
  document.body.innerHTML = '';
  vi.stubGlobal(
    'FontFace',
    class {
      load = () =>
        new Promise((resolve, reject) =>
          loads.push({ resolve: () => resolve(this), reject: () => reject(new Error('offline')) }),
        );
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset['serif'];
});

const isOn = () => document.documentElement.dataset['serif'] !== undefined;
/** A visit: starts, and lets the file come or fail. */
const visit = async (end: 'resolve' | 'reject' = 'resolve') => {
  fonts.clear();
  startSerif();
  await vi.waitFor(() => expect(loads).toHaveLength(1));
  loads.pop()?.[end]();
  await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
  await Promise.resolve();
};

it('fetches the typeface on the first visit and shows it on later visits from the start', async () => {
  await visit();
  await vi.waitFor(() => expect(localStorage.getItem('serif')).toBe('yes'));
  expect(isOn()).toBe(false);
  await visit();
  await vi.waitFor(() => expect(isOn()).toBe(true));
  expect(fonts.size).toBe(1);
});

it('shows the typeface on the first visit with the next page once it has come [B40-12]', async () => {
  fonts.clear();
  startSerif();
  showSerif();
  expect(isOn()).toBe(false);
  await vi.waitFor(() => expect(loads).toHaveLength(1));
  loads.pop()?.resolve();
  await vi.waitFor(() => expect(localStorage.getItem('serif')).toBe('yes'));
  // titles on the screen do not change
  expect(isOn()).toBe(false);
  showSerif();
  expect(isOn()).toBe(true);
});

it('changes nothing that is on the screen already', async () => {
  localStorage.setItem('serif', 'yes');
  document.body.innerHTML = '<main></main>';
  await visit();
  await vi.waitFor(() => expect(fonts.size).toBe(1));
  expect(isOn()).toBe(false);
});

it('tries again on a later visit if the network was lost, and fetches nothing with data saver on', async () => {
  await visit('reject');
  expect(localStorage.getItem('serif')).toBeNull();
  setPreference('dataSaver', 'on');
  startSerif();
  await Promise.resolve();
  expect(loads).toHaveLength(0);
  setPreference('dataSaver', 'system');
});

it.each([
  ['On waiting for a lemon verbena', true],
  ['Crème brûlée, “again” … 🍮👩🏽‍🍳', true],
  ['Łódź', false],
  ['Хлеб', false],
  ['خبز', false],
  ['', false],
])('sets "%s" in the serif typeface: %s', (title, isSerif) => {
  expect(serifOf(title) !== '').toBe(isSerif);
});

it.each([
  ['pl', 'Łódź', 'Хлеб'],
  ['tr', 'İğne şart', 'Хлеб'],
  ['uk', 'Ґанок і їжа', 'Łódź'],
  ['ar', 'خبز، وقهوة؟', '麦'],
  ['he', 'לחם', 'خبز'],
  ['hi', 'रोटी।', '麦'],
  ['ja', '今日の「パン」ー！', '빵'],
  ['ko', '오늘의 빵', 'パン'],
  ['zh-Hant', '今天的麵包。', 'パン'],
])('sets titles in the letters of %s in serif: %s, and %s not [B47-14]', (language, own, other) => {
  expect([own, other].map((title) => coveredIn(language).test(title))).toEqual([true, false]);
});

import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keepStored, useStored } from './use-stored';

const isList = (value: unknown): value is string[] => Array.isArray(value);
const NONE: string[] = [];
const read = () => renderHook(() => useStored('list', isList, NONE)).result;

beforeEach(() => localStorage.clear());

it('shows what is stored in this tab', () => {
  const shown = read();
  expect(shown.current).toBe(NONE);
  act(() => void keepStored('list', ['a']));
  expect(shown.current).toEqual(['a']);
  act(() => void keepStored('list', null));
  expect(shown.current).toBe(NONE);
});

it('shows what another tab stores, and nothing that is invalid', () => {
  const shown = read();
  const elsewhere = (text: string) =>
    act(() => {
      localStorage.setItem('list', text);
      window.dispatchEvent(new StorageEvent('storage', { key: 'list', newValue: text }));
    });
  elsewhere('["b"]');
  expect(shown.current).toEqual(['b']);
  elsewhere('{');
  expect(shown.current).toBe(NONE);
});

it('keeps the value while other values change', () => {
  keepStored('list', ['a']);
  const shown = read();
  const before = shown.current;
  act(() => void keepStored('other', ['b']));
  expect(shown.current).toBe(before);
});

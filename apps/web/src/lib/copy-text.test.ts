import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text';

const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');

beforeEach(() => {
  // as on plain http
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.body.innerHTML = '<div role="menu"><button>Copy Link</button></div>';
  document.querySelector('button')?.focus();
});
afterEach(() => {
  if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
  else Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
  document.body.innerHTML = '';
});

it('copies without the clipboard, inside the open menu, which would close if it lost the focus', async () => {
  const copied: unknown[] = [];
  const copy = vi.fn(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    copied.push(field.value, field.parentElement?.role);
    return true;
  });
  Object.assign(document, { execCommand: copy });
  await copyText('https://feed.example/p/1');
  expect(copied).toEqual(['https://feed.example/p/1', 'menu']);
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(document.querySelector('button'));
});

it('throws if the browser copies nothing, and restores the focus', async () => {
  Object.assign(document, { execCommand: () => false });
  await expect(copyText('x')).rejects.toThrow('The browser did not copy');
  expect(document.activeElement).toBe(document.querySelector('button'));
});

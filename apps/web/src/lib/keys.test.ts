import { expect, it } from 'vitest';
import { lineStep, pageStep, shortcutOf } from './keys';

const press = (key: string, html: string) => {
  const place = document.createElement('div');
  place.innerHTML = html;
  return pageStep({ key, target: place.firstElementChild as Element });
};

it.each([
  ['PageDown', '<article></article>', 1],
  ['PageUp', '<article></article>', -1],
  ['Enter', '<article></article>', 0],
  ['PageDown', '<textarea></textarea>', 0],
  ['PageUp', '<input>', 0],
  ['PageDown', '<select></select>', 0],
  ['PageDown', '<p contenteditable></p>', 0],
])('%s on %s steps by %i', (key, html, step) => {
  expect(press(key, html)).toBe(step);
});

it.each([
  ['ArrowRight', 'ltr', 1],
  ['ArrowLeft', 'ltr', -1],
  ['ArrowRight', 'rtl', -1],
  ['ArrowLeft', 'rtl', 1],
  ['ArrowUp', 'rtl', 0],
])('%s steps along a line that runs %s by %i', (key, direction, step) => {
  const currentTarget = document.createElement('div');
  currentTarget.style.direction = direction;
  document.body.replaceChildren(currentTarget);
  const plain = { key, currentTarget, ctrlKey: false, metaKey: false, altKey: false };
  expect(lineStep(plain)).toBe(step);
  expect(lineStep({ ...plain, altKey: true })).toBe(0);
});

it.each([
  ['j', 'KeyJ', 'j'],
  // Dvorak: the letter counts, not its place
  ['j', 'KeyC', 'j'],
  ['о', 'KeyJ', 'j'],
  ['ت', 'KeyJ', 'j'],
  ['ö', 'Semicolon', 'ö'],
  ['?', 'Digit7', '?'],
  ['Escape', 'Escape', 'Escape'],
  // Caps Lock
  ['J', 'KeyJ', 'j'],
  ['؟', 'Slash', '?'],
])('%s at %s is the shortcut %s', (key, code, shortcut) => {
  expect(shortcutOf({ key, code, shiftKey: false })).toBe(shortcut);
});

it('a capital that Shift makes is no shortcut', () => {
  expect(shortcutOf({ key: 'J', code: 'KeyJ', shiftKey: true })).toBe('J');
});

import { expect, it } from 'vitest';
import { pageStep } from './keys';

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

import { expect, it } from 'vitest';
import { likelyAddress } from './mistyped-domain';

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['Ada@GMAIL.CON ', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@yahooo.com', 'ada@yahoo.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@hotmail.cm', 'ada@hotmail.com'],
])('suggests for %j the address %j [B10-19]', (typed, meant) => {
  expect(likelyAddress(typed)).toBe(meant);
});

it.each([
  ...['ada@gmail.com', 'ada@mail.com', 'ada@ymail.com', 'ada@example.org', 'ada@', '', 'a@b@gmial.com'],
  ...['ada@yahoo.ca', 'ada@yahoo.ro', 'ada@hotmail.ch', 'ada@hotmail.no', 'ada@outlook.cl', 'ada@outlook.fr'],
  ...['ada@mailo.com', 'ada@hail.com', 'ada@e-mail.com'],
])('suggests nothing for %j', (typed) => {
  expect(likelyAddress(typed)).toBeUndefined();
});

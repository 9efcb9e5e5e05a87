import { expect, it } from 'vitest';
import { sentences } from './sentences';

it('writes sentences one after the other', () => {
  expect(sentences('It is here.', undefined, 'It is new.', '', 'It is small.')).toBe(
    'It is here. It is new. It is small.',
  );
  expect(sentences('It is here.')).toBe('It is here.');
  expect(sentences()).toBe('');
});

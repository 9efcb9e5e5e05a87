import { describe, expect, it } from 'vitest';
import { failureOf } from './reset-calls';

const wording = { refused: 'Invalid OTP', failed: 'Failed to verify OTP. Please try again.' };

describe('message of a failed call', () => {
  it.each([
    [new Error('Boom'), 'Boom'],
    [new Error(''), wording.failed],
    ['thrown text', wording.failed],
  ])('for %s [A8-26]', (error, message) => {
    expect(failureOf(error, wording)).toEqual({ message, errors: [] });
  });
});

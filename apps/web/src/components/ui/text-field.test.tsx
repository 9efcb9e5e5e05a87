import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TextField } from './text-field';

it.each([
  { type: 'email' },
  { type: 'url' },
  { autoComplete: 'username' },
  { autoComplete: 'username webauthn' },
])('has a field of %j from left to right in every page', (kind) => {
  render(<TextField label="Address" {...kind} />);
  expect(screen.getByLabelText('Address')).toHaveAttribute('dir', 'ltr');
});

it('leaves other fields in the direction of the page, or that of their text', () => {
  render(<TextField label="Full name" autoComplete="name" />);
  render(<TextField label="Title" dir="auto" />);
  expect(screen.getByLabelText('Full name')).not.toHaveAttribute('dir');
  expect(screen.getByLabelText('Title')).toHaveAttribute('dir', 'auto');
});

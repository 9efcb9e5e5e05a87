import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useInstanceStore } from '../../../../lib/instance-store';
import { makeInstance } from '../../../../testing/make-instance';
import { FileTool } from './add-media';

it('names the sizes that the host takes [B22-50]', () => {
  render(<FileTool onFiles={() => undefined} />);
  expect(screen.getByText('Up to 10 pictures, over 10 MB made smaller, and 2 videos of 50 MB')).toBeVisible();
  const known = makeInstance();
  Object.assign(known.limits, { imageBytes: 2 * 1024 ** 2, videoBytes: 100 * 1024 ** 2 });
  act(() => useInstanceStore.setState({ known }));
  expect(screen.getByText('Up to 10 pictures, over 2 MB made smaller, and 2 videos of 100 MB')).toBeVisible();
});

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MediaItem } from './media-item';

const item = {
  url: 'https://media.test/a.jpg',
  kind: 'image' as const,
  alt: 'A harbour',
  width: 800,
  height: 600,
  placeholder: '#336699',
};

it('a picture that could not be fetched is asked for again when the network is back', () => {
  render(<MediaItem item={item} fit="cover" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByRole('img')).toBeNull();
  screen.getByText('A harbour');
  fireEvent(window, new Event('online'));
  expect(screen.getByRole('img')).toHaveAttribute('src', item.url);
});

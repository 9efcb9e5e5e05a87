import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar } from './avatar';

const upload = `https://api.example/media/${'a'.repeat(32)}/1280.webp`;

describe('Avatar', () => {
  it('loads the smallest width of an uploaded picture, and any other as it is', () => {
    const { container, rerender } = render(<Avatar id="1" name="Ada Byron" src={upload} />);
    const source = () => container.querySelector('img')?.getAttribute('src');
    expect(source()).toBe(upload.replace('1280', '320'));
    rerender(<Avatar id="1" name="Ada Byron" src="https://pictures.example/1280.webp" />);
    expect(source()).toBe('https://pictures.example/1280.webp');
  });

  it('shows initials without a picture, for one that does not load, and for no web address', () => {
    const { container, rerender } = render(<Avatar id="1" name="Ada Byron" src={upload} />);
    fireEvent.error(container.querySelector('img')!);
    expect(container).toHaveTextContent('AB');
    rerender(<Avatar id="1" name="Ada Byron" src="javascript:alert(1)" />);
    expect(container.querySelector('img')).toBeNull();
    expect(container).toHaveTextContent('AB');
  });
});

import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar } from './avatar';

const draw = (props: Partial<Parameters<typeof Avatar>[0]> = {}) => {
  const { container } = render(<Avatar id="65f0000000000000000000a1" name="Ada Byron King" {...props} />);
  const face = () => {
    const [drawn] = container.children;
    if (!(drawn instanceof HTMLElement)) throw new Error('Nothing was drawn');
    return drawn;
  };
  return { face, picture: () => container.querySelector('img') };
};

describe('Avatar', () => {
  it('shows the first letters of up to two words of the name [F9-39]', () => {
    expect(draw().face().textContent).toBe('AB');
    expect(draw({ name: 'plato' }).face().textContent).toBe('P');
  });

  it('shows one letter where two do not fit', () => {
    expect(draw({ name: 'Wanda Wolmen', size: 23 }).face().textContent).toBe('W');
    expect(draw({ name: 'Wanda Wolmen', size: 28 }).face().textContent).toBe('WW');
  });

  it('picks one of 17 gradients by id [F9-40]', () => {
    const gradient = (id: string) => draw({ id }).face().style.backgroundImage;
    const ids = Array.from({ length: 60 }, (_unused, index) => index.toString(16).padStart(24, '0'));
    const found = new Set(ids.map(gradient));
    expect(found.size).toBe(17);
    expect([...found].every((css) => css.startsWith('linear-gradient('))).toBe(true);
    expect(gradient('a1')).toBe(gradient('a1'));
  });

  it('shows the picture, or the initials if it fails to load', () => {
    const { face, picture } = draw({ src: 'https://pictures.example/ada.webp' });
    expect(picture()?.src).toBe('https://pictures.example/ada.webp');
    expect(face().textContent).toBe('');
    fireEvent.error(face());
    expect(picture()).toBeNull();
    expect(face().textContent).toBe('AB');
  });

  it('loads the smallest width of an uploaded picture', () => {
    const upload = `https://api.example/media/${'a'.repeat(32)}/1280.webp`;
    expect(draw({ src: upload }).picture()?.src).toBe(upload.replace('1280', '320'));
  });

  it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', ''])('treats %j as no picture', (src) => {
    expect(draw({ src }).picture()).toBeNull();
  });
});

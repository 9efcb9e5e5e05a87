import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepKeyboardRoom } from './keyboard-room';

const Page = () => <div ref={keepKeyboardRoom} data-testid="page" />;

/** A window of 800 px whose visible part changes. */
const fakeViewport = () => {
  const seen = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', seen);
  vi.stubGlobal('innerHeight', 800);
  const change = (next: Partial<Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>>): void =>
    act(() => {
      Object.assign(seen, next);
      seen.dispatchEvent(new Event('resize'));
    });
  return { change };
};

const lengths = () => {
  const { style } = screen.getByTestId('page');
  return [style.getPropertyValue('--pushed'), style.getPropertyValue('--keyboard')];
};

afterEach(() => vi.unstubAllGlobals());

describe('the room that a keyboard leaves', () => {
  it('is measured while the keyboard comes, pushes the page up and goes [B16-3]', () => {
    const { change } = fakeViewport();
    render(<Page />);
    expect(lengths()).toEqual(['0px', '0px']);
    change({ height: 500 });
    expect(lengths()).toEqual(['0px', '300px']);
    change({ offsetTop: 120 });
    expect(lengths()).toEqual(['120px', '180px']);
    change({ height: 800, offsetTop: 0 });
    expect(lengths()).toEqual(['0px', '0px']);
  });

  it('is the whole page while the user zooms in', () => {
    const { change } = fakeViewport();
    render(<Page />);
    change({ height: 400, offsetTop: 100, scale: 2 });
    expect(lengths()).toEqual(['0px', '0px']);
  });

  it('is not measured by browsers without a visual viewport', () => {
    vi.stubGlobal('visualViewport', null);
    render(<Page />);
    expect(lengths()).toEqual(['', '']);
  });
});

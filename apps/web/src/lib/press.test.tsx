import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePress } from './press';

const open = vi.fn();
const tab = vi.fn();
const onTab = vi.fn();

const Text = ({ href }: { href: string | undefined }) => (
  <p {...usePress(href, open, onTab)}>
    Some words and <a href="/elsewhere">a link</a>
  </p>
);
const words = () => screen.getByText(/Some words/);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('open', tab);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  getSelection()?.removeAllRanges();
});
const wait = () =>
  act(() => {
    vi.advanceTimersByTime(300);
  });

it('opens on a mouse click once no second one follows', () => {
  render(<Text href="/p/1" />);
  fireEvent.click(words(), { detail: 1 });
  expect(open).not.toHaveBeenCalled();
  wait();
  expect(open).toHaveBeenCalledOnce();
});

it('opens at once for assistive technology', () => {
  render(<Text href="/p/1" />);
  fireEvent.click(words(), { detail: 0 });
  expect(open).toHaveBeenCalledOnce();
});

it('opens nothing on a double click, nor on a click that ends a text selection', () => {
  render(<Text href="/p/1" />);
  fireEvent.click(words(), { detail: 1 });
  fireEvent.click(words(), { detail: 2 });
  wait();
  getSelection()?.selectAllChildren(words());
  fireEvent.click(words(), { detail: 1 });
  wait();
  expect(open).not.toHaveBeenCalled();
});

it.each([
  ['Ctrl', () => fireEvent.click(words(), { detail: 1, ctrlKey: true })],
  ['Cmd', () => fireEvent.click(words(), { detail: 1, metaKey: true })],
  ['the middle button', () => fireEvent(words(), new MouseEvent('auxclick', { bubbles: true, button: 1 }))],
])('opens a new tab by %s', (_how, press) => {
  render(<Text href="/p/1" />);
  press();
  wait();
  expect(tab).toHaveBeenCalledExactlyOnceWith('/p/1', '_blank', 'noopener');
  expect(onTab).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
});

it('leaves Shift, Alt, the right button and links inside to the browser', () => {
  render(<Text href="/p/1" />);
  fireEvent.click(words(), { detail: 1, shiftKey: true });
  fireEvent.click(words(), { detail: 1, altKey: true });
  fireEvent(words(), new MouseEvent('auxclick', { bubbles: true, button: 2 }));
  const link = screen.getByRole('link');
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link, { detail: 1, ctrlKey: true });
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
  wait();
  expect(open).not.toHaveBeenCalled();
  expect(tab).not.toHaveBeenCalled();
});

it('opens nothing if the text was removed, or without an address', () => {
  const { unmount } = render(<Text href="/p/1" />);
  fireEvent.click(words(), { detail: 1 });
  unmount();
  wait();
  render(<Text href={undefined} />);
  fireEvent.click(words(), { detail: 1 });
  wait();
  expect(open).not.toHaveBeenCalled();
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { FoldedText } from './folded-text';

const Usual = ResizeObserver;
const draw = (text: string) =>
  render(
    <MemoryRouter>
      <FoldedText text={text} style={{ lineHeight: '20px' }} expanded={false} onExpand={() => undefined} />
    </MemoryRouter>,
  );
afterEach(() => {
  vi.restoreAllMocks();
  vi.stubGlobal('ResizeObserver', Usual);
});

it('has the height that was measured last when it is drawn again', () => {
  const reports: (() => void)[] = [];
  class Observer extends Usual {
    constructor(report: ResizeObserverCallback) {
      super(report);
      reports.push(() => report([], this));
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const text = 'A text\nof few\nlines';
  const first = draw(text);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400);
  act(() => reports.forEach((report) => report()));
  screen.getByRole('button', { name: 'Show more' });
  first.unmount();
  vi.restoreAllMocks();
  draw(text);
  screen.getByRole('button', { name: 'Show more' });
});

it.each([
  ['a long text in a wide column', 'Seven words that fill the wide line. '.repeat(10), 100, 0],
  ['a short text in a narrow column', 'Seven words that fill the line. '.repeat(5), 160, 1],
])('knows the height of %s before the browser reports it', (_name, text, height, buttons) => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(height);
  draw(text);
  expect(screen.queryAllByRole('button', { name: 'Show more' })).toHaveLength(buttons);
});

it('unfolds when the browser scrolls it to something in its hidden part', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400);
  const expand = vi.fn();
  render(
    <MemoryRouter>
      <FoldedText
        text={'Long words. '.repeat(60)}
        style={{ lineHeight: '20px' }}
        expanded={false}
        onExpand={expand}
      />
    </MemoryRouter>,
  );
  const text = screen.getByText(/^Long words/);
  fireEvent.scroll(text);
  expect(expand).not.toHaveBeenCalled();
  text.scrollTop = 40;
  fireEvent.scroll(text);
  expect(expand).toHaveBeenCalledOnce();
});

it('measures no text that folds nowhere, nor one in a hidden part', () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(0);
  draw('Morning light');
  expect(height).not.toHaveBeenCalled();
  draw('Words '.repeat(100));
  screen.getByRole('button', { name: 'Show more' });
});

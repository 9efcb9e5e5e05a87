import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { FoldedText } from './folded-text';

const Usual = ResizeObserver;
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
  const draw = () =>
    render(
      <MemoryRouter>
        <FoldedText
          text={'A text\nof few\nlines'}
          style={{ lineHeight: '20px' }}
          expanded={false}
          onExpand={() => undefined}
        />
      </MemoryRouter>,
    );
  const first = draw();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400);
  act(() => reports.forEach((report) => report()));
  screen.getByRole('button', { name: 'Show more' });
  first.unmount();
  vi.restoreAllMocks();
  draw();
  screen.getByRole('button', { name: 'Show more' });
});

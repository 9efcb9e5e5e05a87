import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DrawnItems } from './drawn-items';

vi.unmock('./drawn-items');

const HEIGHT = 100;
const SCREEN = 800;
const items = Array.from({ length: 200 }, (_unused, index) => ({ _id: String(index) }));

let scroll = 0;
const observers = new Set<FakeObserver>();

const heightOf = (element: Element) => Number.parseFloat((element as HTMLElement).style.height) || 0;
const spaces = () => {
  const list = screen.getByTestId('around').firstElementChild!;
  return [list.firstElementChild!, list.lastElementChild!] as const;
};
/** Top of a space in the list, in pixels. */
const topOf = (space: Element) => (space === spaces()[0] ? 0 : items.length * HEIGHT - heightOf(space));

/** Observes as a browser does: once a frame, and reports in a task after it what is new or has changed. */
class FakeObserver {
  readonly #margin: number;
  readonly #seen = new Map<Element, boolean | undefined>();
  #due: IntersectionObserverEntry[] = [];

  constructor(
    readonly callback: (entries: IntersectionObserverEntry[]) => void,
    { rootMargin }: { rootMargin: string },
  ) {
    this.#margin = Number.parseFloat(rootMargin);
    observers.add(this);
  }
  observe(element: Element): void {
    this.#seen.set(element, undefined);
  }
  unobserve(element: Element): void {
    this.#seen.delete(element);
  }
  disconnect(): void {
    observers.delete(this);
  }
  frame(): void {
    for (const [target, before] of this.#seen) {
      const [top, height] = [topOf(target) - scroll, heightOf(target)];
      // an edge that touches counts
      const isIntersecting = top <= SCREEN + this.#margin && top + height >= -this.#margin;
      if (isIntersecting === before) continue;
      this.#seen.set(target, isIntersecting);
      const boundingClientRect = new DOMRect(0, top, 100, height);
      this.#due.push({ target, isIntersecting, boundingClientRect } as unknown as IntersectionObserverEntry);
    }
  }
  report(): void {
    const due = this.#due.splice(0);
    if (due.length > 0) this.callback(due);
  }
}

const frame = () => {
  for (const observer of observers) observer.frame();
};
const report = () =>
  act(() => {
    for (const observer of [...observers]) observer.report();
  });
const settle = () => {
  for (let frames = 0; frames < 5; frames += 1) {
    frame();
    report();
  }
};
const drawn = () => screen.getAllByTestId('item').map(({ textContent }) => Number(textContent));

const show = (ahead = true) => {
  render(
    <div data-testid="around">
      <DrawnItems
        ref={null}
        items={items}
        estimate={HEIGHT}
        least={1}
        all={false}
        ahead={ahead}
        propsOf={() => ({})}
      >
        {({ _id }) => <p data-testid="item">{_id}</p>}
      </DrawnItems>
    </div>,
  );
  const list = screen.getByTestId('around').firstElementChild!;
  vi.spyOn(list, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -scroll, 100, 100));
  Object.defineProperty(list, 'offsetParent', { value: document.body });
  settle();
};

beforeEach(() => {
  scroll = 0;
  observers.clear();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.stubGlobal('innerHeight', SCREEN);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([true, false])('draws what is on the screen wherever it scrolls to, ahead: %s', (ahead) => {
  show(ahead);
  for (let step = 0; step < 400; step += 1) {
    // by less than a pixel, by the height of an item, and by jumps
    scroll = Math.min((scroll + [0.5, 99.5, 100, 731, 7000][step % 5]!) % 19_000, 19_200);
    settle();
    const shown = drawn();
    expect(shown[0]! * HEIGHT).toBeLessThanOrEqual(scroll);
    expect((shown.at(-1)! + 1) * HEIGHT).toBeGreaterThanOrEqual(scroll + SCREEN);
  }
});

it('draws more items when the end of those drawn touches the edge and the page then jumps', () => {
  show();
  const end = drawn().length * HEIGHT;
  scroll = end - 2 * SCREEN;
  settle();
  scroll = 15_000;
  settle();
  expect(drawn()).toContain(155);
});

it('draws the items of a jump that was undone and repeated before it was reported', () => {
  show();
  scroll = 15_000;
  frame();
  scroll = 0;
  report();
  scroll = 15_000;
  settle();
  expect(drawn()).toContain(155);
});

it('is told nothing at rest, also in Safari while a pinch enlarges the page', () => {
  show();
  const end = drawn().length * HEIGHT;
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(SCREEN);
  vi.stubGlobal('innerHeight', SCREEN / 4);
  // the end of the drawn items is near a whole screen, but not near its upper quarter
  scroll = end - 1.6 * SCREEN;
  settle();
  let told = 0;
  for (const observer of observers) {
    const report = observer.callback;
    vi.spyOn(observer, 'callback').mockImplementation((entries) => {
      told += 1;
      report(entries);
    });
  }
  settle();
  expect(told).toBe(0);
});

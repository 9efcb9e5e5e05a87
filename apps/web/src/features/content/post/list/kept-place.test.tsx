import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DrawnItems } from './drawn-items';

vi.unmock('./drawn-items');

const lastPosition = vi.hoisted(() => vi.fn<() => number>());
vi.mock('../../../../lib/on-scroll', () => ({ lastPosition }));

const SCREEN = 800;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_unused, index) => ({ _id: String(from + index) }));
const all = numbers(0, 200);

let scroll = 0;
/** Height of each item, in pixels. */
let height = 100;
let looks: (() => void)[] = [];
let reportSizes: () => void;

const list = () => screen.getByTestId('around').firstElementChild!;
const heightOf = (element: Element) =>
  (element as HTMLElement).dataset['item'] === undefined
    ? Number.parseFloat((element as HTMLElement).style.height)
    : height;
const length = () => [...list().children].reduce((sum, child) => sum + heightOf(child), 0);

/** The scroll position. A browser keeps the screen within a page that became shorter. */
const laidOut = () => (scroll = Math.min(scroll, Math.max(0, length() - SCREEN)));

/** Reports the sizes that have changed, in the order in which the elements are observed, as a browser does. */
class FakeSizes {
  readonly #known = new Map<Element, number>();
  readonly #tell: (entries: ResizeObserverEntry[]) => void;

  constructor(tell: (entries: ResizeObserverEntry[]) => void) {
    this.#tell = tell;
    reportSizes = () => this.report();
  }
  observe(element: Element): void {
    this.#known.set(element, -1);
  }
  unobserve(element: Element): void {
    this.#known.delete(element);
  }
  disconnect(): void {
    this.#known.clear();
  }
  report(): void {
    const changed = [...this.#known].filter(([element, known]) => heightOf(element) !== known);
    const entries = changed.map(([target]) => {
      this.#known.set(target, heightOf(target));
      return { target, borderBoxSize: [{ blockSize: heightOf(target) }] };
    });
    if (entries.length > 0) this.#tell(entries as unknown as ResizeObserverEntry[]);
  }
}

class FakeSight {
  readonly #look: () => void;

  constructor(tell: (entries: []) => void) {
    this.#look = () => tell([]);
    looks.push(this.#look);
  }
  observe(): void {
    return;
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    looks = looks.filter((look) => look !== this.#look);
  }
}

const settle = () => {
  for (let frames = 0; frames < 5; frames += 1) act(reportSizes);
  for (let frames = 0; frames < 5; frames += 1) {
    act(() => looks.forEach((look) => look()));
    act(reportSizes);
  }
};
const scrollTo = (top: number) => {
  scroll = top;
  lastPosition.mockReturnValue(top);
  settle();
};

const listOf = (items: readonly { _id: string }[]) => (
  <div data-testid="around">
    <DrawnItems
      ref={null}
      items={items}
      estimate={100}
      least={1}
      all={false}
      ahead
      propsOf={({ _id }) => ({ 'data-item': _id }) as object}
    >
      {({ _id }) => <p>{_id}</p>}
    </DrawnItems>
  </div>
);
/** Shows a list, scrolled to an offset; returns how to change it. */
const show = (top: number) => {
  const { rerender } = render(listOf(all));
  settle();
  scrollTo(top);
  return (items: readonly { _id: string }[]) => rerender(listOf(items));
};
/** Where an item is on the screen. */
const placeOf = (id: string) => screen.getByText(id).parentElement!.getBoundingClientRect().top;
const idsOf = (from: number, to: number) => numbers(from, to).map(({ _id }) => _id);
const without = (...gone: string[]) => all.filter(({ _id }) => !gone.includes(_id));

beforeEach(() => {
  scroll = 0;
  height = 100;
  looks = [];
  vi.stubGlobal('ResizeObserver', FakeSizes);
  vi.stubGlobal('IntersectionObserver', FakeSight);
  vi.stubGlobal('innerHeight', SCREEN);
  vi.stubGlobal('scrollBy', ({ top }: ScrollToOptions) => {
    scroll = Math.max(0, Math.min(scroll + (top ?? 0), length() - SCREEN));
  });
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(laidOut);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(SCREEN);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(length);
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { value: document.body, configurable: true });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLElement,
  ) {
    if (this === list()) return new DOMRect(0, -laidOut(), 100, length());
    let top = -laidOut();
    for (let above = this.previousElementSibling; above; above = above.previousElementSibling)
      top += heightOf(above);
    return new DOMRect(0, top, 100, heightOf(this));
  });
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['are removed far above it', without('3', '20')],
  ['are removed close above it', without('148', '149')],
  ['are removed near and far', without('3', '20', '140', '149')],
  ['are added above it', [...numbers(1000, 1003), ...all]],
  ['are added and removed', [...numbers(1000, 1002), ...without('5', '6', '7', '147')]],
  ['follow it', [...all, ...numbers(200, 210)]],
])('what the user reads stays in place when items %s', (_what, items) => {
  const change = show(15_050);
  expect(placeOf('152')).toBe(150);
  change(items);
  expect(placeOf('152')).toBe(150);
  settle();
  expect(placeOf('152')).toBe(150);
});

it.each([
  ['above it', without('3', '20', '140', '149'), 100],
  ['above and below it', without('3', '20', '140', '149', '195', '199'), 100],
  ['far above it and between it and the new end', without(...idsOf(3, 13), '188', '189'), 100],
  ['below it, so many that the screen would be empty', all.slice(0, 195), SCREEN - 400],
])('what the user reads near the end stays in place when items go %s', (_what, items, top) => {
  const change = show(19_000);
  expect(placeOf('191')).toBe(100);
  change(items);
  expect(placeOf('191')).toBe(top);
  settle();
  expect(placeOf('191')).toBe(top);
});

it('the next item stays in place when the first one in sight is removed', () => {
  const change = show(15_050);
  change(without('150', '3'));
  settle();
  expect(placeOf('151')).toBe(50);
});

it('items added at the top are shown there to a user who is there', () => {
  const change = show(0);
  change([...numbers(1000, 1003), ...all]);
  expect(placeOf('1000')).toBe(0);
  settle();
  expect(placeOf('1000')).toBe(0);
});

it('another list, or the same in another order, does not scroll', () => {
  const change = show(15_050);
  change(all.toReversed());
  expect(scroll).toBe(15_050);
  change(numbers(1000, 1200));
  expect(scroll).toBe(15_050);
});

it('what the user reads stays in place when all items grow, in whatever order they were drawn', () => {
  show(15_050);
  // draws items above those above the screen
  scrollTo(14_600);
  scrollTo(15_050);
  expect(placeOf('150')).toBe(-50);
  height = 170;
  settle();
  expect(placeOf('150')).toBe(-50);
});

it('at its end a page that becomes shorter still shows its end', () => {
  show(19_200);
  expect(placeOf('199')).toBe(SCREEN - 100);
  height = 90;
  settle();
  expect(placeOf('199')).toBe(SCREEN - 90);
});

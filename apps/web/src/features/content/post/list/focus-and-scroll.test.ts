import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeLayout, layOut } from '../../../../testing/layout';
import { watchPlace, type WindowPlace } from './focus-and-scroll';

let container: HTMLElement;
let reads: number;
let notes: WindowPlace[];
let stop: () => void;

const end = () => {
  document.dispatchEvent(new Event('scrollend'));
  layOut();
};
const scrollTo = (y: number) => {
  Object.assign(window, { scrollY: y });
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  vi.useFakeTimers();
  installFakeLayout();
  Object.assign(window, { onscrollend: null });
  reads = 0;
  notes = [];
  container = document.body.appendChild(document.createElement('div'));
  for (const [index, id] of ['above', 'shown', 'below'].entries()) {
    const item = container.appendChild(document.createElement('div'));
    const card = item.appendChild(document.createElement('article'));
    card.dataset['postId'] = id;
    card.getBoundingClientRect = () => {
      reads += 1;
      return new DOMRect(0, 500 * index - 600, 300, 500);
    };
    item.getBoundingClientRect = () => new DOMRect(0, 500 * index - 610, 300, 510);
  }
  stop = watchPlace(container, (place) => void notes.push(place));
});
afterEach(() => {
  stop();
  container.remove();
  Reflect.deleteProperty(window, 'onscrollend');
  vi.useRealTimers();
});

it('a place is the first card in sight, and where its item is on the screen', () => {
  scrollTo(700);
  end();
  expect(notes).toEqual([
    { offset: 700, anchor: { postId: 'shown', above: -110 }, width: window.innerWidth },
  ]);
});

it('a scroll of a second reads the layout twice, and once more at its end', () => {
  for (let y = 0; y < 1000; y += 16) {
    scrollTo(y);
    vi.advanceTimersByTime(16);
    layOut();
  }
  expect(notes).toHaveLength(2);
  end();
  vi.advanceTimersByTime(1000);
  layOut();
  expect(notes).toHaveLength(3);
  expect(reads).toBe(6);
});

it('without `scrollend`, the end of a scroll is read a tenth of a second later', () => {
  Reflect.deleteProperty(window, 'onscrollend');
  scrollTo(50);
  vi.advanceTimersByTime(120);
  layOut();
  expect(notes.map(({ offset }) => offset)).toEqual([50]);
});

it('a key during a scroll reads at once, since it may lead away; another key reads nothing', () => {
  scrollTo(300);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'o' }));
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'o' }));
  expect(notes.map(({ offset }) => offset)).toEqual([300]);
});

it('a click and leaving the page always read, until it is stopped', () => {
  document.dispatchEvent(new Event('click'));
  window.dispatchEvent(new Event('pagehide'));
  expect(notes).toHaveLength(2);
  stop();
  document.dispatchEvent(new Event('click'));
  scrollTo(10);
  vi.advanceTimersByTime(1000);
  layOut();
  expect(notes).toHaveLength(2);
});

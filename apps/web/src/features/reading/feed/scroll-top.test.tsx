import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeLayout, layOut } from '../../../testing/layout';
import { setWindowWidth } from '../../../testing/media';
import { ScrollTopButton } from './feed-late';

/** The controls of a post on the line of the button, by their centres. */
let controls: HTMLElement;
const rect = (left: number, top: number, width: number, height: number) =>
  new DOMRect(left, top, width, height);
const control = (x: number, width = 44) => {
  const element = document.createElement('button');
  element.getBoundingClientRect = () => rect(x - width / 2, 730, width, width);
  controls.append(element);
};
/** A window of 390 px with the button at its end. */
const draw = () => {
  render(<ScrollTopButton shown onPress={() => undefined} />);
  const button = screen.getByRole('button', { name: 'Scroll to top' });
  const line = button.parentElement!;
  line.style.paddingInlineStart = '16px';
  line.getBoundingClientRect = () => rect(0, 768, 390, 0);
  button.getBoundingClientRect = () => rect(330, 724, 44, 44);
  const scrollTo = (y: number) => {
    Object.assign(window, { scrollY: y });
    window.dispatchEvent(new Event('scroll'));
    act(() => void vi.advanceTimersByTime(20));
  };
  const rest = () => {
    window.dispatchEvent(new Event('scroll'));
    act(() => void vi.advanceTimersByTime(200));
    act(layOut);
    return /justify-(\w+)/.exec(line.className)?.[1];
  };
  return { rest, button, scrollTo };
};

beforeEach(() => {
  controls = document.body.appendChild(document.createElement('div'));
  setWindowWidth(390);
  vi.useFakeTimers();
  installFakeLayout();
});
afterEach(() => {
  controls.remove();
  vi.useRealTimers();
});

it('the scroll-to-top button moves off the arrows, dots and badges of a picture when scrolling rests', () => {
  const { rest } = draw();
  expect(rest()).toBe('end');
  control(348);
  expect(rest()).toBe('center');
  control(195, 60);
  expect(rest()).toBe('start');
  controls.replaceChildren();
  expect(rest()).toBe('end');
});

it('the scroll-to-top button may lie on a picture, which is a control as large as the column', () => {
  const { rest } = draw();
  control(195, 390);
  expect(rest()).toBe('end');
});

it('the scroll-to-top button stands above a row of actions', () => {
  const { rest, button } = draw();
  for (const x of [42, 195, 348]) control(x);
  expect(rest()).toBe('end');
  expect(button.style.marginBottom).toBe('56px');
  controls.replaceChildren();
  rest();
  expect(button.style.marginBottom).toBe('');
});

it('the scroll-to-top button is away while the reader scrolls down', () => {
  const { rest, button, scrollTo } = draw();
  rest();
  expect(button).not.toHaveAttribute('inert');
  scrollTo(900);
  expect(button).toHaveAttribute('inert');
  rest();
  expect(button).not.toHaveAttribute('inert');
  scrollTo(700);
  expect(button).not.toHaveAttribute('inert');
});

it('the scroll-to-top button keeps off a low button by the height of a finger', () => {
  const { rest } = draw();
  control(348, 20);
  controls.lastElementChild!.getBoundingClientRect = () => rect(338, 775, 20, 20);
  expect(rest()).toBe('center');
});

it('the place of the scroll-to-top button reads each control once, and asks for no point of the page', () => {
  const { rest } = draw();
  for (let x = 0; x < 390; x += 30) control(x);
  const reads = [...controls.children].map((each) => vi.spyOn(each, 'getBoundingClientRect'));
  const asked = vi.fn(() => []);
  document.elementsFromPoint = asked;
  rest();
  for (const read of reads) expect(read).toHaveBeenCalledTimes(1);
  expect(asked).not.toHaveBeenCalled();
  Reflect.deleteProperty(document, 'elementsFromPoint');
});

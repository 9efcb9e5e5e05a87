import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForPull, REST, type Pull } from './pull-gesture';

const touch = (node: HTMLElement, type: string, y?: number, x = 0) => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { touches: y === undefined ? [] : [{ clientX: x, clientY: y }] });
  node.dispatchEvent(event);
  return event;
};

describe('a pull on the posts', () => {
  let node: HTMLElement;
  let pulls: Pull[];
  let refreshes: number;
  let enabled: boolean;
  let stop: () => void;
  const last = () => pulls.at(-1) ?? REST;
  const scrolledTo = (y: number) => vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y);

  beforeEach(() => {
    vi.useFakeTimers();
    node = document.createElement('div');
    pulls = [];
    refreshes = 0;
    enabled = true;
    stop = listenForPull(node, {
      isEnabled: () => enabled,
      onPull: (pull) => pulls.push(pull),
      onRefresh: () => {
        refreshes += 1;
        enabled = false;
      },
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('starts beyond 10 px, is ready at 200 (80 by a resistance of 2.5), refreshes and resets after 300 ms [F4-7]', () => {
    touch(node, 'touchstart', 100);
    expect(touch(node, 'touchmove', 110).defaultPrevented).toBe(false);
    expect(pulls).toEqual([]);
    expect(touch(node, 'touchmove', 111).defaultPrevented).toBe(true);
    expect(last()).toMatchObject({ active: true, ready: false });
    touch(node, 'touchmove', 299);
    expect(last().ready).toBe(false);
    touch(node, 'touchmove', 300);
    expect(last()).toEqual({ active: true, ready: true, offset: 80 });
    touch(node, 'touchend');
    expect(refreshes).toBe(1);
    vi.advanceTimersByTime(299);
    expect(last().offset).toBe(80);
    vi.advanceTimersByTime(1);
    expect(last()).toEqual(REST);
  });

  it('resets without a refresh when released too early or taken over by the browser [F4-8]', () => {
    touch(node, 'touchstart', 0);
    touch(node, 'touchmove', 199);
    touch(node, 'touchend');
    vi.runAllTimers();
    touch(node, 'touchstart', 0);
    touch(node, 'touchmove', 260);
    touch(node, 'touchcancel');
    vi.runAllTimers();
    expect(refreshes).toBe(0);
    expect(last()).toEqual(REST);
  });

  it('starts only within 5 px of the top, with one finger, and not during a refresh [F4-5]', () => {
    scrolledTo(6);
    touch(node, 'touchstart', 0);
    touch(node, 'touchmove', 250);
    touch(node, 'touchend');
    scrolledTo(5);
    enabled = false;
    touch(node, 'touchstart', 0);
    touch(node, 'touchmove', 250);
    touch(node, 'touchend');
    expect(pulls).toEqual([]);
    enabled = true;
    touch(node, 'touchstart', 0);
    touch(node, 'touchmove', 250);
    expect(last().ready).toBe(true);
  });

  it('starts only downwards: a finger that first moves sideways moves a carousel', () => {
    touch(node, 'touchstart', 0, 100);
    touch(node, 'touchmove', 9, 75);
    touch(node, 'touchmove', 250, 40);
    touch(node, 'touchend');
    expect(pulls).toEqual([]);
    touch(node, 'touchstart', 0, 100);
    touch(node, 'touchmove', 4, 92);
    touch(node, 'touchmove', 30, 85);
    touch(node, 'touchmove', 250, 0);
    expect(last().ready).toBe(true);
  });

  it('does not start on an enlarged page, where a finger moves what is seen of it', () => {
    const pullAt = (scale: number) => {
      vi.stubGlobal('visualViewport', { scale });
      touch(node, 'touchstart', 0);
      const { defaultPrevented } = touch(node, 'touchmove', 250);
      touch(node, 'touchend');
      vi.unstubAllGlobals();
      return defaultPrevented;
    };
    expect(pullAt(1.5)).toBe(false);
    expect(pulls).toEqual([]);
    // as a browser may round it
    expect(pullAt(1.0002)).toBe(true);
  });
});

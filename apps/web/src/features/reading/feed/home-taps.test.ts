import { describe, expect, it } from 'vitest';
import { headerSize, scrollProgress } from './home-header';
import { createTapReader } from './home-taps';

const tap = (at: number, scrolled = false, refreshing = false) => ({ at, scrolled, refreshing });

describe('taps on Home', () => {
  it('scrolls on the first tap and refreshes on the second within 400 ms, then scrolls [F2-19 F9-19]', () => {
    const read = createTapReader();
    expect(read(tap(0, true))).toBe('scroll-top');
    expect(read(tap(400))).toBe('refresh-and-scroll');
  });

  it('refreshes within 600 ms when the page was scrolled, but not later [F2-13 F9-20]', () => {
    const read = createTapReader();
    read(tap(0, true));
    expect(read(tap(600))).toBe('refresh');
    read(tap(2000, true));
    expect(read(tap(2601, true))).toBe('scroll-top');
  });

  it('refreshes within 800 ms at the top, but not later [F2-14 F9-21]', () => {
    const read = createTapReader();
    read(tap(0));
    expect(read(tap(800))).toBe('refresh');
    read(tap(2000));
    expect(read(tap(2801))).toBe('scroll-top');
  });

  it('starts over after a refresh and ignores taps during one [F2-20]', () => {
    const read = createTapReader();
    read(tap(0));
    expect(read(tap(300))).toBe('refresh-and-scroll');
    expect(read(tap(400, false, true))).toBe('ignored');
    expect(read(tap(500))).toBe('scroll-top');
  });
});

describe('header size', () => {
  it('follows the scroll thresholds [F2-21 F9-22]', () => {
    expect(headerSize(50, 0)).toBe('normal');
    expect(headerSize(51, 0)).toBe('compact');
    expect(headerSize(300, 0)).toBe('compact');
    expect(headerSize(301, 0)).toBe('ultra-compact');
    expect(headerSize(120, 10.1)).toBe('ultra-compact');
    expect(headerSize(120, -10.1)).toBe('ultra-compact');
    expect(headerSize(120, 10)).toBe('compact');
  });

  it('fills the progress line at 300 px [F2-23]', () => {
    expect([0, 150, 300, 900].map(scrollProgress)).toEqual([0, 0.5, 1, 1]);
  });

  it('grows back to compact after scrolling up more than 100 px, unless that was fast [F9-24]', () => {
    expect(headerSize(800, 0, 100)).toBe('ultra-compact');
    expect(headerSize(800, 0, 101)).toBe('compact');
    expect(headerSize(800, -10.1, 101)).toBe('ultra-compact');
    expect(headerSize(50, 0, 900)).toBe('normal');
  });
});

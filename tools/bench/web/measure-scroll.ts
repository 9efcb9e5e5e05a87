import type { Visit } from './page.js';
import type { Recorded } from './recorder.js';
import { recordTasks } from './task-times.js';

const SCREENS = 30;
const SPEED = 3000;
const FRAME = 1000 / 60;
const PATIENCE_MS = 120_000;

export interface Scroll {
  /** Share of the expected frames that were dropped. */
  dropped: number;
  /** Time of tasks beyond 50 ms each, in milliseconds. */
  blocking: number;
  /** The same in CPU time of the thread, without waits for other programs. */
  ownBlocking: number;
  /** The longest task in milliseconds of CPU time. */
  longest: number;
  /** Script, and layout and style, per screen, in milliseconds of CPU time. */
  script: number;
  layout: number;
  /** Layouts per screen, which no load of the machine changes. */
  layouts: number;
  /** Number of elements and texts in the document at the end. */
  nodes: number;
  cards: number;
  /** Layout shift over the whole scroll. */
  shift: number;
  /** Growth of the JavaScript heap in bytes. */
  heap: number;
}

/** Share of dropped frames: gaps between frames that scrolled or should have. Idle frames do not count. */
export function droppedOf(frames: Recorded['frames']): number {
  let drawn = 0;
  let dropped = 0;
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1];
    if (!before) continue;
    const missed = Math.max(0, Math.round((frame.at - before.at) / FRAME) - 1);
    if (missed === 0 && frame.y === before.y) continue;
    drawn += 1;
    dropped += missed;
  }
  return dropped / Math.max(1, drawn + dropped);
}

/**
 * Scrolls an open page down by 30 screens at 3,000 pixels per second with the wheel, and waits if posts are late.
 */
export async function measureScroll(opened: Visit): Promise<Scroll> {
  const { page, session, viewport } = opened;
  const heapBefore = await opened.heap();
  const before = await opened.metrics();
  const start = await page.evaluate(() => {
    const recorded = (window as unknown as { __recorded: Recorded }).__recorded;
    recorded.recordFrames = true;
    return { y: window.scrollY, shift: recorded.shift, at: performance.now() };
  });
  const endTasks = await recordTasks(page);
  const goal = start.y + SCREENS * viewport.height;
  const deadline = performance.now() + PATIENCE_MS;
  for (let y = start.y; y < goal - 1;) {
    if (performance.now() > deadline) throw new Error(`Only ${y} of ${goal} pixels could be scrolled`);
    await session.send('Input.synthesizeScrollGesture', {
      x: viewport.width / 2,
      y: viewport.height / 2,
      yDistance: -(goal - y),
      speed: SPEED,
      gestureSourceType: 'mouse',
    });
    y = await page.evaluate(() => window.scrollY);
  }
  await page.evaluate(() => {
    (window as unknown as { __recorded: Recorded }).__recorded.recordFrames = false;
  });
  const tasks = await endTasks();
  const { frames, longTasks, shift } = await opened.recorded();
  const late = longTasks.filter((task) => task.start >= start.at);
  const after = await opened.metrics();
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  return {
    dropped: droppedOf(frames),
    blocking: late.reduce((sum, { duration }) => sum + duration - 50, 0),
    ownBlocking: tasks.reduce((sum, time) => sum + Math.max(0, time - 50), 0),
    longest: tasks.reduce((most, time) => Math.max(most, time), 0),
    script: (grown('ScriptDuration') * 1000) / SCREENS,
    layout: ((grown('LayoutDuration') + grown('RecalcStyleDuration')) * 1000) / SCREENS,
    layouts: grown('LayoutCount') / SCREENS,
    nodes: await page.evaluate(() => document.querySelectorAll('*').length),
    cards: await page.locator('article').count(),
    shift: shift - start.shift,
    heap: (await opened.heap()) - heapBefore,
  };
}

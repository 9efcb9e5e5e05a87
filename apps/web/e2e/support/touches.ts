import type { Page } from 'playwright-core';

export type Finger = [x: number, y: number];

/** Moves fingers. @returns a function that lifts them, if `lift` is false */
export async function drag(
  page: Page,
  steps: Finger[][],
  { lift = true } = {},
): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map(([x, y], id) => ({ x, y, id })),
    });
  for (const [index, fingers] of steps.entries())
    await send(index === 0 ? 'touchStart' : 'touchMove', fingers);
  const end = () => send('touchEnd', []);
  if (lift) await end();
  return end;
}

import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { latenessOf, measureLoopDelay, refuseUnderLoad } from './overload.js';

describe('a late event loop', () => {
  it('makes requests get 503 at once while several run, and logs how many', async () => {
    const lines: string[] = [];
    let delay = 301;
    let underWay = 10;
    const app = express();
    app.use(
      refuseUnderLoad({
        slots: { isFull: () => false, underWay: () => underWay },
        loopDelay: { current: () => delay },
        loopDelayMax: 300,
        log: pino({}, { write: (line: string) => void lines.push(line) }),
      }),
    );
    app.use((_req, res) => void res.end('done'));
    for (let number = 0; number < 3; number += 1) {
      const refused = await request(app).get('/');
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    }
    delay = 300;
    expect((await request(app).get('/')).status).toBe(200);
    // No more than the page of one user asks for: not these requests keep the loop busy.
    [delay, underWay] = [5000, 9];
    expect((await request(app).get('/')).status).toBe(200);
    await expect.poll(() => lines.join()).toContain('"refused":3');
  });

  it.each([
    [310e6, 0, 300],
    [10e6, 500, 0],
    [1e6, 500, 0],
    [Number.NaN, 0, 0],
    [Number.NaN, 42, 42],
  ])('is computed from turns %d ns apart, after %d ms, as %d ms', (mean, before, lateness) => {
    expect(latenessOf(mean, before)).toBe(lateness);
  });

  it('is measured', async () => {
    const delay = measureLoopDelay();
    const end = performance.now() + 2500;
    while (performance.now() < end) {
      const busyUntil = performance.now() + 200;
      while (performance.now() < busyUntil);
      await pause(1);
    }
    expect(delay.current()).toBeGreaterThan(50);
    delay.stop();
  });
});

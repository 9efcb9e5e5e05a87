import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.js';

const run = (isTTY: boolean, steps: readonly number[], total: number) => {
  const written: string[] = [];
  let time = 0;
  const output = { isTTY, write: (text: string) => written.push(text) };
  const progress = createProgress('Demo posts', total, output, () => time);
  for (const done of steps) {
    progress.update(done);
    time += 1000;
  }
  return written;
};

describe('progress', () => {
  it('redraws a bar in place on a terminal and ends with a newline', () => {
    const written = run(true, [0, 50, 100], 100);
    expect(written).toHaveLength(3);
    expect(written[1]).toMatch(/^\rDemo posts █{15}░{15} 50 of 100, 1 s left/);
    expect(written[2]).toMatch(/█{30} 100 of 100, in 2 s.*\n$/);
  });

  it('writes at most ten lines without a terminal', () => {
    const written = run(
      false,
      Array.from({ length: 1001 }, (_, done) => done),
      1000,
    );
    expect(written).toHaveLength(10);
    expect(written.at(-1)).toMatch(/^Demo posts: 1,000 of 1,000, in .*\n$/);
  });

  it('continues from where an interrupted run stopped', () => {
    expect(run(false, [50, 75], 100).join('')).toContain('75 of 100, 1 s left');
  });
});

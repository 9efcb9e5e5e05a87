import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createGate } from '../../testing/gate.js';
import { Background } from './background.js';

describe('Background', () => {
  it('ends all parts at once, though one fails and one takes its time', async () => {
    const lines: string[] = [];
    const background = new Background(pino({}, { write: (line: string) => void lines.push(line) }));
    const gate = createGate();
    const ended: string[] = [];
    background.register({ name: 'quick', dispose: () => void ended.push('quick') });
    background.register({ name: 'slow', dispose: () => gate.pass().then(() => void ended.push('slow')) });
    background.register({ name: 'broken', dispose: () => Promise.reject(new Error('It broke')) });
    const disposed = background.dispose();
    await gate.reached;
    expect(ended).toEqual(['quick']);
    gate.open();
    await disposed;
    expect(ended).toEqual(['quick', 'slow']);
    expect(lines.join()).toContain('"name":"broken"');
  });
});

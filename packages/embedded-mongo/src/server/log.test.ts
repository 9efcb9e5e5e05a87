import { describe, expect, it } from 'vitest';
import { encode } from '../bson/encode.js';
import { answer } from '../commands/dispatch.js';
import type { Engine } from '../run/engine.js';
import { lineLog } from '../run/log.js';

describe('the log', () => {
  it.each([
    [false, ['error']],
    [true, ['error', 'stack']],
  ])('tells of a failure in one line, with its stack where verbose: %s', (verbose, attributes) => {
    const lines: string[] = [];
    // a find fails for want of a catalogue
    const engine = { log: lineLog((line) => lines.push(line), verbose), now: () => new Date() } as Engine;
    const body = encode({ find: 'c', $db: 'test' });
    void answer(engine, { body, sequences: new Map(), wantsReply: true }, { id: 1, address: '' });
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0]!) as { attr: object };
    expect(line).toMatchObject({ s: 'E', msg: 'A command failed' });
    expect(Object.keys(line.attr)).toEqual(attributes);
  });
});

import { describe, expect, it } from 'vitest';
import { encode } from '../bson/encode.js';
import { answer } from '../commands/dispatch.js';
import { Cursors } from '../run/cursors.js';
import type { Engine } from '../run/engine.js';
import { lineLog } from '../run/log.js';
import { startTestServer } from '../testing/server.js';

describe('the log', () => {
  it.each([
    [false, ['error']],
    [true, ['error', 'stack']],
  ])('logs a failure in one line, with its stack if verbose: %s', (verbose, attributes) => {
    const lines: string[] = [];
    // a find fails without a catalogue
    const engine = { log: lineLog((line) => lines.push(line), verbose), now: () => new Date(0) } as Engine;
    const body = encode({ find: 'c', $db: 'test' });
    void answer(engine, { body, sequences: new Map(), wantsReply: true }, { id: 1, address: '' });
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0]!) as { attr: object };
    expect(line).toMatchObject({ s: 'E', msg: 'A command failed' });
    expect(Object.keys(line.attr)).toEqual(attributes);
  });

  it('logs commands that take 100 ms or more, and no others', () => {
    const lines: string[] = [];
    let time = 0;
    const after = (step: number) => {
      const now = () => new Date((time += step));
      const engine = { log: lineLog((line) => lines.push(line), false), now } as Engine;
      const body = encode({ ping: 1, $db: 'admin' });
      void answer(engine, { body, sequences: new Map(), wantsReply: true }, { id: 7, address: '' });
    };
    after(99);
    expect(lines).toEqual([]);
    after(100);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { s: 'W', msg: 'Slow query', attr: { command: 'ping', durationMillis: 100, connectionId: 7 } },
    ]);
  });

  it('names the collection of a slow getMore', () => {
    const lines: string[] = [];
    let time = 0;
    const log = lineLog((line) => lines.push(line), false);
    const cursors = new Cursors(() => 0);
    const { id } = cursors.create('test.c', [].values());
    const engine = { log, cursors, now: () => new Date((time += 100)) } as unknown as Engine;
    const body = encode({ getMore: id, collection: 'c', $db: 'test' });
    void answer(engine, { body, sequences: new Map(), wantsReply: true }, { id: 7, address: '' });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { attr: { command: 'getMore', ns: 'test.c' } },
    ]);
  });

  it.each([
    [false, []],
    [true, ['Connection accepted', 'Connection ended']],
  ])('logs connections if verbose: %s', async (verbose, messages) => {
    const lines: string[] = [];
    const server = await startTestServer({ log: lineLog((line) => lines.push(line), verbose) });
    await server.stop();
    const told = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect([...new Set(told)].filter((message) => message.startsWith('Connection'))).toEqual(messages);
  });
});

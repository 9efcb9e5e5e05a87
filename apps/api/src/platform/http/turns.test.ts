import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTurns, OVERDUE } from './turns.js';

let now = 0;
beforeEach(() => {
  now = 1000;
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A server whose every request takes so many milliseconds; a turn has two. */
function serve(takes = 2) {
  const server = new EventEmitter();
  const begun: string[] = [];
  inTurns(server as never, (req) => {
    begun.push(req.url ?? '');
    now += takes;
  });
  return {
    begun,
    ask: (...urls: string[]) => {
      const socket = { destroyed: false };
      for (const url of urls) server.emit('request', { url, socket }, {});
      return socket;
    },
    connect: () => server.emit('connection'),
    /** @returns what the next turn of the loop begins */
    turn: () => {
      const before = begun.length;
      vi.advanceTimersToNextTimer();
      return begun.slice(before);
    },
  };
}

describe('requests in turns', () => {
  it('begin at once where nothing else is to do', () => {
    const { ask, begun } = serve();
    ask('a');
    expect(begun).toEqual(['a']);
  });

  it('begin a few in each turn, in the order of their arrival', () => {
    const { ask, begun, turn } = serve();
    ask('a', 'b', 'c');
    expect(begun).toEqual(['a']);
    expect(turn()).toEqual(['b']);
    ask('d');
    expect(turn()).toEqual(['c']);
    expect(turn()).toEqual(['d']);
    expect(vi.getTimerCount()).toBe(0);
    ask('e');
    expect(begun.at(-1)).toBe('d');
    expect(turn()).toEqual(['e']);
  });

  it('leave the turn to connections while these keep coming, but not for ever', () => {
    const { ask, begun, connect, turn } = serve();
    connect();
    ask('a', 'b');
    expect(begun).toEqual([]);
    expect(turn()).toEqual(['a']);
    for (let count = 0; count < 3; count += 1) {
      connect();
      expect(turn()).toEqual([]);
    }
    connect();
    now += 10;
    expect(turn()).toEqual(['b']);
  });

  it('are not begun for somebody who has left', () => {
    const { ask, turn } = serve();
    ask('a');
    ask('b').destroyed = true;
    ask('c');
    expect(turn()).toEqual(['c']);
  });

  it('begin each turn with the latest while the first in the line is overdue', () => {
    const { ask, turn } = serve(1);
    ask('a', 'b', 'c', 'd', 'e', 'f');
    now += OVERDUE + 1;
    ask('g');
    expect(turn()).toEqual(['g', 'c']);
    expect(turn()).toEqual(['f', 'd']);
    expect(turn()).toEqual(['e']);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { askWhose } from './viewer';

afterEach(() => vi.useRealTimers());

/** A page that answers the nth question; never when 0. */
const page = (answersAt: number, answer: unknown) => {
  let asked = 0;
  const get = (id: string) =>
    Promise.resolve(
      id === 'page'
        ? ({
            postMessage: (_question: unknown, [port]: MessagePort[]) => {
              asked += 1;
              if (asked === answersAt) port?.postMessage(answer);
            },
          } as unknown as Client)
        : undefined,
    );
  return { clients: { get } as Pick<Clients, 'get'>, asked: () => asked };
};

describe('whose page it is', () => {
  it('is what the page says', async () => {
    expect(await askWhose(page(1, 'ada').clients, 'page')).toBe('ada');
  });

  it('is asked again while the page is starting', async () => {
    const { clients, asked } = page(2, 'ada');
    expect(await askWhose(clients, 'page')).toBe('ada');
    expect(asked()).toBe(2);
  });

  it('is nobody’s when the page is gone', async () => {
    expect(await askWhose(page(1, 'ada').clients, 'another')).toBeNull();
  });

  it('is nobody’s when no answer ever comes', async () => {
    vi.useFakeTimers();
    const { clients } = page(0, 'ada');
    const answer = askWhose(clients, 'page');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await answer).toBeNull();
  });

  it('is nobody’s when the answer is no name', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = askWhose(page(1, { id: 'ada' }).clients, 'page');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await answer).toBeNull();
  });
});

import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '../../../../testing/server';
import { useAvailability } from './use-availability';
import { pass } from '../../../../testing/fake-clock';

let asked: string[] = [];
const answer = (status: number) =>
  server.use(
    http.get('/api/users/:kind/:value/availability', ({ params }) => {
      asked.push(String(params['value']));
      return status === 204
        ? new HttpResponse(null, { status })
        : HttpResponse.json({ message: 'x' }, { status });
    }),
  );
const settle = () =>
  act(() =>
    vi.waitFor(() => expect(asked.length).toBeGreaterThan(0)).then(() => vi.advanceTimersByTimeAsync(50)),
  );

beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('useAvailability (A §5)', () => {
  it('waits 1 second after the last keystroke for an email [A5-22 A9-17]', async () => {
    answer(404);
    const { result, rerender } = renderHook(({ value }) => useAvailability('email', value), {
      initialProps: { value: 'ada@example.or' },
    });
    await pass(900);
    rerender({ value: 'ada@example.org' });
    await pass(900);
    expect(result.current.status).toBe('idle');
    expect(asked).toEqual([]);
    await pass(150);
    await settle();
    expect(result.current).toEqual({ status: 'valid', message: 'Email is available', taken: false });
    expect(asked).toEqual(['ada@example.org']);
  });

  it('waits 0.8 seconds for a username, then goes from idle through checking to a result and back [A4.4-4 A5-23 A9-17]', async () => {
    answer(404);
    const { result, rerender } = renderHook(({ value }) => useAvailability('username', value), {
      initialProps: { value: 'ad' },
    });
    rerender({ value: 'ada' });
    await pass(700);
    expect(result.current.status).toBe('idle');
    expect(asked).toEqual([]);
    await pass(110);
    expect(['checking', 'valid']).toContain(result.current.status);
    await settle();
    expect(result.current.status).toBe('valid');
    expect(asked).toEqual(['ada']);
    rerender({ value: 'ada_2' });
    expect(result.current).toEqual({ status: 'idle', taken: false });
  });

  it('is checking until the response arrives [A4.4-4]', async () => {
    server.use(http.get('/api/users/:kind/:value/availability', () => new Promise<never>(() => undefined)));
    const { result } = renderHook(() => useAvailability('email', 'ada@example.org'));
    await pass(1050);
    expect(result.current.status).toBe('checking');
  });

  it.each([
    ['email', 'ada@example.org', 200, { status: 'invalid', message: 'Email is already taken', taken: true }],
    ['email', 'ada@example.org', 500, { status: 'invalid', message: 'Unable to verify email', taken: false }],
    ['username', 'ada', 404, { status: 'valid', message: 'Username is available', taken: false }],
    ['username', 'ada', 204, { status: 'invalid', message: 'Username is already taken', taken: true }],
    ['email', 'ada@example.org', 404, { status: 'valid', message: 'Email is available', taken: false }],
    ['username', 'ada', 200, { status: 'invalid', message: 'Username is already taken', taken: true }],
    ['username', 'ada', 403, { status: 'invalid', message: 'Unable to check username', taken: false }],
    ['username', 'ada', 429, { status: 'invalid', message: 'Unable to check username', taken: false }],
  ] as const)(
    'shows for %s %s with status %i [A4.4-4 A5-25 A5-26 A5-27]',
    async (kind, value, status, expected) => {
      answer(status);
      const { result } = renderHook(() => useAvailability(kind, value));
      await pass(1050);
      await settle();
      expect(result.current).toEqual(expected);
    },
  );

  it('ignores the answer of an outdated check [A5-25]', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    server.use(
      http.get('/api/users/:kind/:value/availability', async ({ params }) => {
        asked.push(String(params['value']));
        if (params['value'] === 'ada_1') await held;
        return HttpResponse.json({}, { status: params['value'] === 'ada_1' ? 200 : 404 });
      }),
    );
    const { result, rerender } = renderHook(({ value }) => useAvailability('username', value), {
      initialProps: { value: 'ada_1' },
    });
    await pass(850);
    expect(result.current.status).toBe('checking');
    rerender({ value: 'ada_2' });
    await pass(850);
    await act(() => vi.waitFor(() => expect(result.current.message).toBe('Username is available')));
    release();
    await pass(1000);
    expect(asked).toEqual(['ada_1', 'ada_2']);
    expect(result.current.message).toBe('Username is available');
  });

  it('checks again after a reconnect, but not before', async () => {
    server.use(http.get('/api/users/:kind/:value/availability', () => HttpResponse.error()));
    const { result } = renderHook(() => useAvailability('username', 'ada'));
    await pass(850);
    await act(() => vi.waitFor(() => expect(result.current.message).toBe('Unable to check username')));
    answer(404);
    await pass(5000);
    expect(asked).toEqual([]);
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(result.current).toEqual({ status: 'valid', message: 'Username is available', taken: false });
    window.dispatchEvent(new Event('online'));
    await pass(1000);
    expect(asked).toEqual(['ada']);
  });

  it('does not check values that the form rejects [A5-24]', async () => {
    answer(404);
    const short = renderHook(() => useAvailability('username', 'ab'));
    const malformed = renderHook(() => useAvailability('email', 'nobody'));
    await pass(2000);
    expect(short.result.current.status).toBe('idle');
    expect(malformed.result.current).toMatchObject({ status: 'invalid', message: 'Invalid email format' });
    expect(asked).toEqual([]);
  });
});

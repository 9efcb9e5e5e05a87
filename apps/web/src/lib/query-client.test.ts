import { focusManager, MutationObserver, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { backOff, createQueryClient, isWorthRetrying } from './query-client';
import { MINUTE } from './time';

const failed = (status: number, code = '') => new ApiError({ status, code, message: 'x' });

describe('isWorthRetrying (A §7.6)', () => {
  it.each([0, 408, 429, 500, 503])('is true for %i [A7.6-4]', (status) => {
    expect(isWorthRetrying(failed(status))).toBe(true);
  });
  it.each([400, 401, 403, 404, 409])('is false for %i [A7.6-4]', (status) => {
    expect(isWorthRetrying(failed(status))).toBe(false);
  });
  it('is false for a malformed response and for a bug in the client', () => {
    expect(isWorthRetrying(failed(0, 'MALFORMED_ANSWER'))).toBe(false);
    expect(isWorthRetrying(new TypeError('x'))).toBe(false);
  });
});

describe('backOff', () => {
  it('doubles from 1 s up to 30 s [F9-7 F9-13]', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(backOff)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});

describe('the query cache (F §9)', () => {
  const failing = (status: number) => {
    const at: number[] = [];
    const queryFn = () => {
      at.push(Date.now());
      return Promise.reject(failed(status));
    };
    return { at, queryFn };
  };
  const watch = (client: QueryClient, queryFn: () => Promise<unknown>) =>
    new QueryObserver(client, { queryKey: ['thing'], queryFn, networkMode: 'always' }).subscribe(
      () => undefined,
    );

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tries a read 3 times, 1 and 2 s apart [F9-6 A7.6-3]', async () => {
    const { at, queryFn } = failing(503);
    watch(createQueryClient(), queryFn);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(at.map((time) => time - (at[0] ?? 0))).toEqual([0, 1000, 3000]);
  });

  it('tries a read once if it is rejected [A7.6-4]', async () => {
    const { at, queryFn } = failing(404);
    watch(createQueryClient(), queryFn);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(at).toHaveLength(1);
  });

  it('drops a response 5 minutes after its last use [F9-8]', async () => {
    const client = createQueryClient();
    const leave = watch(client, () => Promise.resolve('answer'));
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    leave();
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(client.getQueryData(['thing'])).toBe('answer');
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(['thing'])).toBeUndefined();
  });

  it('keeps a response fresh for 5 minutes [A7.6-1]', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(() => Promise.resolve('answer'));
    const ask = () => client.query({ queryKey: ['thing'], queryFn });
    watch(client, queryFn);
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it('refetches nothing when the window gets the focus [A7.6-2 A9-25]', async () => {
    const queryFn = vi.fn(() => Promise.resolve('answer'));
    const client = createQueryClient();
    client.mount();
    watch(client, queryFn);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(queryFn).toHaveBeenCalledTimes(1);
    focusManager.setFocused(undefined);
    client.unmount();
  });

  it.each([
    [503, 2],
    [409, 1],
  ])('tries a change that failed with %i %i times [A7.6-5]', async (status, times) => {
    const mutationFn = vi.fn(() => Promise.reject(failed(status)));
    const observer = new MutationObserver(createQueryClient(), { mutationFn, networkMode: 'always' });
    const changing = observer.mutate().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(await changing).toMatchObject({ status });
    expect(mutationFn).toHaveBeenCalledTimes(times);
  });
});

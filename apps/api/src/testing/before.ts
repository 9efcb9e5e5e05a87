import { vi } from 'vitest';

type Method = (...args: unknown[]) => unknown;

/** Runs a function just before the next call of a method, to test races after all checks. */
export function before<M extends string>(
  subject: Record<M, unknown>,
  method: M,
  happen: () => PromiseLike<unknown>,
): void {
  const methods = subject as Record<string, Method>;
  const run = methods[method]!.bind(subject);
  vi.spyOn(methods, method).mockImplementationOnce(async (...args) => {
    await happen();
    return run(...args);
  });
}

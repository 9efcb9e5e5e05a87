import { vi } from 'vitest';

type Method = (...args: unknown[]) => unknown;

/** Has something happen just before the next call of a method, when all checks are over. */
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

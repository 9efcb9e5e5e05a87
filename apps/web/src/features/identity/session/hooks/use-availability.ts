import { t } from '@lingui/core/macro';
import { emailField, userNameField } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { api } from '../../../../lib/api-client';
import { ApiError, isAbort } from '../../../../lib/api-error';

/**
 * Whether an email or user name is available: true on 404, false on any 2xx (A §7.2). Throws on any other response.
 */
export const isAvailable = async (
  kind: 'email' | 'username',
  value: string,
  signal: AbortSignal,
): Promise<boolean> => {
  try {
    const options = { signal, refresh: false, unchecked: true } as const;
    if (kind === 'email') await api.call('emailAvailability', { params: { email: value }, ...options });
    else await api.call('userNameAvailability', { params: { username: value }, ...options });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return true;
    // Only the status counts; the response may have no body.
    if (error.status >= 200 && error.status < 300) return false;
    throw error;
  }
};

export interface Availability {
  status: 'idle' | 'checking' | 'valid' | 'invalid';
  message?: string;
  /** Whether the server reports it as taken. */
  taken: boolean;
}

const IDLE: Availability = { status: 'idle', taken: false };

/** Delay before a check, in ms, and the messages of A §5. */
const KINDS = {
  email: {
    pause: 1000,
    field: emailField,
    checking: t`Checking email…`,
    free: t`Email is available`,
    taken: t`Email is already taken`,
    failed: t`Unable to verify email`,
    malformed: t`Invalid email format`,
  },
  username: {
    pause: 800,
    field: userNameField,
    checking: t`Checking username…`,
    free: t`Username is available`,
    taken: t`Username is already taken`,
    failed: t`Unable to check username`,
    malformed: undefined,
  },
} as const;

/** Checks after a pause in typing whether a value is available. Skips values that the form rejects. */
export const useAvailability = (kind: keyof typeof KINDS, value: string): Availability => {
  const [known, setKnown] = useState<{ value: string; result: Availability }>({ value: '', result: IDLE });
  useEffect(() => {
    const { pause, field, ...words } = KINDS[kind];
    if (value.trim() === '') return;
    const parsed = field.safeParse(value);
    const aborter = new AbortController();
    const report = (result: Availability): void => setKnown({ value, result });
    const check = async (): Promise<void> => {
      if (!parsed.success) {
        if (words.malformed) report({ status: 'invalid', message: words.malformed, taken: false });
        return;
      }
      report({ status: 'checking', message: words.checking, taken: false });
      try {
        const free = await isAvailable(kind, parsed.data, aborter.signal);
        report(
          free
            ? { status: 'valid', message: words.free, taken: false }
            : { status: 'invalid', message: words.taken, taken: true },
        );
      } catch (error) {
        if (isAbort(error)) return;
        report({ status: 'invalid', message: words.failed, taken: false });
        // Retry after a network failure once the browser is online.
        window.addEventListener('online', () => void check(), { once: true, signal: aborter.signal });
      }
    };
    const timer = setTimeout(() => void check(), pause);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [kind, value]);
  return known.value === value ? known.result : IDLE;
};

import { emailAvailability, userNameAvailability, emailField, userNameField } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api-client';
import { ApiError, isAbort } from '../../../lib/api-error';

/** Whether an e-mail or a user name is free: 404 says yes, any 2xx no (A §7.2). Throws on every other answer. */
export const isAvailable = async (
  kind: 'email' | 'username',
  value: string,
  signal: AbortSignal,
): Promise<boolean> => {
  try {
    const endpoint = kind === 'email' ? emailAvailability : userNameAvailability;
    await api.request(endpoint, { params: { [kind]: value }, signal, refresh: false });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return true;
    // an answer without a body is one, too: what counts is the status
    if (error.status >= 200 && error.status < 300) return false;
    throw error;
  }
};

export interface Availability {
  status: 'idle' | 'checking' | 'valid' | 'invalid';
  message?: string;
  /** The server says that somebody has it. */
  taken: boolean;
}

const IDLE: Availability = { status: 'idle', taken: false };

/** Pauses before a check, in ms, and the words of A §5. */
const KINDS = {
  email: {
    pause: 1000,
    field: emailField,
    checking: 'Checking email…',
    free: 'Email is available',
    taken: 'Email is already taken',
    failed: 'Unable to verify email',
    malformed: 'Invalid email format',
  },
  username: {
    pause: 800,
    field: userNameField,
    checking: 'Checking username…',
    free: 'Username is available',
    taken: 'Username is already taken',
    failed: 'Unable to check username',
    malformed: undefined,
  },
} as const;

/** Asks after a pause in typing whether a value is still free; what the form itself refuses is not asked about. */
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
        // what the network failed is asked again when that is back
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

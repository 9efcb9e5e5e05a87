import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../lib/api-client';
import { solve } from './solve';

/** Fetches a challenge and solves it. Returns the proof, or nothing if the host needs none. */
const prove = async (): Promise<string | undefined> => {
  const { data } = await api.call('signUpChallenge');
  return data === null ? undefined : btoa(JSON.stringify({ challenge: data, solution: await solve(data) }));
};

/** Each fits a line of a phone, so that nothing moves. */
const TEXTS = {
  busy: t`Checking for robots...`,
  ready: t`The check for robots is done.`,
  failed: t`The check for robots failed. Sending repeats it.`,
};

/** The proof of work of a sign-up: starts with the page, while the form is filled in. */
export const useProof = (asked: boolean) => {
  const [state, setState] = useState<keyof typeof TEXTS>('busy');
  const running = useRef<Promise<string | undefined> | null>(null);

  const start = (): Promise<string | undefined> => {
    const own = prove();
    running.current = own;
    own.then(
      () => setState('ready'),
      () => {
        setState('failed');
        if (running.current === own) running.current = null;
      },
    );
    return own;
  };
  useEffect(() => {
    if (asked) void start().catch(() => undefined);
  }, [asked]);

  return {
    text: asked ? TEXTS[state] : undefined,
    /** Returns the proof, once it is there. @param again after the server did not accept the last one */
    get: async (again = false): Promise<{ proof?: string }> => {
      if (!asked) return {};
      const proof = await (again ? start() : (running.current ?? start()));
      return proof === undefined ? {} : { proof };
    },
  };
};

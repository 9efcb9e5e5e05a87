import type { Confirmation } from '@social-feed/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { isAbort } from '../../../../lib/api-error';

/** Loads what can confirm the identity; `reload` loads it again. Works without the query cache. */
export const useConfirmation = (
  load: (options: { signal: AbortSignal }) => Promise<{ data: Confirmation }>,
) => {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    const abort = new AbortController();
    loadNow({ signal: abort.signal }).then(
      ({ data }) => {
        setConfirmation(data);
        setError(undefined);
      },
      (failure: unknown) => {
        if (!isAbort(failure)) setError(failure);
      },
    );
    return () => abort.abort();
  }, [tries]);
  return { confirmation, error, reload: () => setTries((count) => count + 1) };
};

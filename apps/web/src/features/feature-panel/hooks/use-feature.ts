import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchFeature } from '../api/fetch-feature';
import type { FeatureId, FeatureResult } from '../model/feature-result';

/** What the panel shows. */
export type FeatureView =
  | { show: 'cards' }
  | { show: 'loading' | 'error'; feature: FeatureId }
  | { show: 'result'; feature: FeatureId; result: FeatureResult };

/** One card's way from the choice to its content; a new choice gives the one before up. */
export const useFeature = () => {
  const [view, setView] = useState<FeatureView>({ show: 'cards' });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const choose = useCallback(async (feature: FeatureId): Promise<void> => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setView({ show: 'loading', feature });
    try {
      const result = await fetchFeature(feature, own.signal);
      if (!own.signal.aborted) setView({ show: 'result', feature, result });
    } catch {
      if (!own.signal.aborted) setView({ show: 'error', feature });
    }
  }, []);

  const close = useCallback((): void => {
    current.current?.abort();
    setView({ show: 'cards' });
  }, []);

  return { view, choose, close };
};

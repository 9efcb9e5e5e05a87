import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fetchFeature } from '../api/fetch-feature';
import type { FeatureId, FeatureResult } from '../model/feature-result';
import { FEATURES } from '../model/features';

type FeatureView =
  | { show: 'cards' }
  | { show: 'loading' | 'error'; feature: FeatureId }
  | { show: 'result'; feature: FeatureId; result: FeatureResult };

const CARDS: FeatureView = { show: 'cards' };

/** The card that a history entry shows open. */
const openedIn = (state: unknown): FeatureId | undefined => {
  const opened = (state as { feature?: unknown } | null)?.feature;
  return FEATURES.find(({ id }) => id === opened)?.id;
};

/**
 * State of the panel: the open card and its loading, result or error. A new choice aborts the previous request.
 * @param inHistory whether an open card is a history entry, so that Back closes it
 */
export const useFeature = (inHistory: boolean) => {
  const { state, pathname } = useLocation() as { state: unknown; pathname: string };
  const navigate = useNavigate();
  const opened = inHistory ? openedIn(state) : undefined;
  // Keep the last result: Forward shows it again.
  const [found, setFound] = useState<FeatureView>(CARDS);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const load = async (feature: FeatureId): Promise<void> => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setFound({ show: 'loading', feature });
    try {
      const result = await fetchFeature(feature, own.signal);
      if (!own.signal.aborted) setFound({ show: 'result', feature, result });
    } catch {
      if (!own.signal.aborted) setFound({ show: 'error', feature });
    }
  };
  const choose = (feature: FeatureId): void => {
    if (inHistory && feature !== opened) void navigate(pathname, { state: { feature } });
    void load(feature);
  };
  const close = (): void => {
    current.current?.abort();
    setFound(CARDS);
    if (opened) void navigate(-1);
  };
  return { view: inHistory && !opened ? CARDS : found, choose, close };
};

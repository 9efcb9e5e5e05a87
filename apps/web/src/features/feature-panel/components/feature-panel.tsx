import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { ErrorState } from '../../../components/ui/empty-state';
import { useFeature } from '../hooks/use-feature';
import type { FeatureId } from '../model/feature-result';
import { cardId, FeatureCards } from './feature-cards';
import { FeatureFrame } from './feature-frame';
import { FeatureResult, FeatureSkeleton } from './feature-result';

interface FeaturePanelProps {
  /** `column`: a card of the right column with its own heading; `page`: what the page of that name holds. */
  size: 'column' | 'page';
}

/** The eight cards, or the chosen one with what it found (A §2.10). */
export const FeaturePanel = ({ size }: FeaturePanelProps) => {
  const { view, choose, close } = useFeature(size === 'page');
  const last = useRef<FeatureId>(undefined);
  useEffect(() => {
    if (view.show === 'cards' && last.current) document.getElementById(cardId(last.current))?.focus();
    last.current = view.show === 'cards' ? undefined : view.feature;
  }, [view]);

  if (view.show === 'cards') {
    const cards = <FeatureCards size={size} onChoose={choose} />;
    if (size === 'page') return cards;
    return (
      <Card as="section" aria-labelledby="features" className="p-4">
        <h2 id="features" className="mb-3 text-title font-semibold">
          Features
        </h2>
        {cards}
      </Card>
    );
  }
  const { feature } = view;
  return (
    <Card className={size === 'page' ? 'p-5 md:p-6' : 'p-4'}>
      <FeatureFrame key={feature} feature={feature} busy={view.show === 'loading'} onClose={close}>
        {view.show === 'loading' ? <FeatureSkeleton feature={feature} /> : null}
        {view.show === 'result' ? (
          <FeatureResult result={view.result} onAnother={() => choose(feature)} />
        ) : null}
        {view.show === 'error' ? (
          <ErrorState
            title="Oops! Something went wrong"
            text="Failed to fetch data. Please try again."
            action={<Button onClick={() => choose(feature)}>Try Again</Button>}
          />
        ) : null}
      </FeatureFrame>
    </Card>
  );
};

import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { ErrorState } from '../../../../components/ui/empty-state';
import { IconButton } from '../../../../components/ui/icon-button';
import { cx } from '../../../../lib/class-names';
import { useFocusKept } from '../../../../lib/use-focus-kept';
import { useFeature } from '../hooks/use-feature';
import type { FeatureId } from '../model/feature-result';
import { FEATURES, featureOf } from '../model/features';
import { FeatureResult, FeatureSkeleton } from './feature-result';

interface FeatureCardsProps {
  /** `column`: icons for the right column, labelled from 1280 px; `page`: cards with a description. */
  size: 'column' | 'page';
  onChoose: (feature: FeatureId) => void;
}

/** The id of a card's button, which gets the focus when its result is closed. */
const cardId = (feature: FeatureId): string => `feature-${feature}`;

/** The eight cards (A §2.10). */
const FeatureCards = ({ size, onChoose }: FeatureCardsProps) => (
  <ul
    className={cx(
      'grid',
      size === 'page'
        ? // Two per row as long as both labels fit.
          'grid-cols-[repeat(auto-fill,minmax(max(8rem,calc(50%-6px)),1fr))] gap-3'
        : 'grid-cols-[repeat(4,auto)] justify-between gap-y-2 xl:-mx-1.5 xl:grid-cols-2 xl:gap-y-1',
    )}
  >
    {FEATURES.map(({ id, icon: Icon, label, promise }) => (
      <li key={id}>
        <button
          type="button"
          id={cardId(id)}
          title={size === 'column' ? label : undefined}
          onClick={() => onChoose(id)}
          className={cx(
            'transition-[background-color,scale] hover:bg-fill active:scale-[0.98]',
            size === 'page'
              ? 'flex size-full flex-col items-start gap-2.5 text-start rounded-card border border-line bg-surface p-4'
              : 'rounded-media xl:flex xl:size-full xl:min-h-11 xl:items-center xl:gap-1.5 xl:px-1.5 xl:text-start',
          )}
        >
          <span
            className={cx(
              'grid size-11 shrink-0 place-items-center rounded-media bg-accent-soft text-accent-text',
              size === 'column' && 'xl:size-6 xl:bg-transparent',
            )}
          >
            <Icon size={size === 'page' ? '1.375em' : '1.1875em'} aria-hidden />
          </span>
          <span className="min-w-0">
            <span
              className={cx(
                'block font-semibold wrap-anywhere',
                size === 'column' && 'text-meta leading-tight tracking-tight max-xl:sr-only',
              )}
            >
              {label}
            </span>
            {size === 'page' ? <span className="block text-meta text-muted">{promise}</span> : null}
          </span>
        </button>
      </li>
    ))}
  </ul>
);

interface FeatureFrameProps {
  feature: FeatureId;
  busy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Frame of an open card: its name, a close button, and the result. Takes the focus when it opens and keeps it while
 * loading.
 */
const FeatureFrame = ({ feature, busy, onClose, children }: FeatureFrameProps) => {
  const { icon: Icon, label } = featureOf(feature);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  useFocusKept(frame);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={label}
      aria-busy={busy}
      className="animate-rise rounded-media outline-none"
    >
      <header className="-mt-1 -me-2 mb-3 flex items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-media bg-accent-soft text-accent-text">
          <Icon size="1.1875em" aria-hidden />
        </span>
        <h2 className="min-w-0 flex-1 truncate text-meta font-semibold text-muted">{label}</h2>
        <IconButton label={t`Close`} onClick={onClose}>
          <X size="1.25em" aria-hidden />
        </IconButton>
      </header>
      <div aria-live="polite">{children}</div>
    </section>
  );
};

interface FeaturePanelProps {
  /** `column`: a card of the right column with its own heading; `page`: the content of the page. */
  size: 'column' | 'page';
}

/** The eight cards, or the open card with its result (A §2.10). */
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
          {t({ message: 'Features', context: 'jokes, recipes and the like' })}
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
            title={t`Oops! Something went wrong`}
            text={t`Failed to fetch data. Please try again.`}
            action={<Button onClick={() => choose(feature)}>{t`Try Again`}</Button>}
          />
        ) : null}
      </FeatureFrame>
    </Card>
  );
};

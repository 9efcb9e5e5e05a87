import { cx } from '../../../lib/class-names';
import type { FeatureId } from '../model/feature-result';
import { FEATURES } from '../model/features';

interface FeatureCardsProps {
  /** `column`: one row of signs, for the right column; `page`: with what each card promises. */
  size: 'column' | 'page';
  onChoose: (feature: FeatureId) => void;
}

/** The id of a card's button, to which the focus returns when its result is closed. */
export const cardId = (feature: FeatureId): string => `feature-${feature}`;

/** The eight cards (A §2.10). */
export const FeatureCards = ({ size, onChoose }: FeatureCardsProps) => (
  <ul className={cx(size === 'page' ? 'grid grid-cols-2 gap-3' : 'flex flex-wrap justify-between')}>
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
              ? 'flex size-full flex-col items-start gap-2.5 text-left rounded-card border border-line bg-surface p-4'
              : 'rounded-media',
          )}
        >
          <span
            className={cx(
              'grid shrink-0 place-items-center rounded-media bg-accent-soft text-accent-text',
              size === 'page' ? 'size-11' : 'size-9',
            )}
          >
            <Icon size={size === 'page' ? 22 : 19} aria-hidden />
          </span>
          <span className={size === 'page' ? 'min-w-0' : undefined}>
            <span className={size === 'column' ? 'sr-only' : 'block font-semibold'}>{label}</span>
            {size === 'page' ? <span className="block text-meta text-muted">{promise}</span> : null}
          </span>
        </button>
      </li>
    ))}
  </ul>
);

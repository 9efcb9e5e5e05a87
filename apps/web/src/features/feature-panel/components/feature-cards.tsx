import { cx } from '../../../lib/class-names';
import type { FeatureId } from '../model/feature-result';
import { FEATURES } from '../model/features';

interface FeatureCardsProps {
  /** `column`: small, for the right column; `page`: with what each card promises. */
  size: 'column' | 'page';
  onChoose: (feature: FeatureId) => void;
}

/** The id of a card's button, to which the focus returns when its result is closed. */
export const cardId = (feature: FeatureId): string => `feature-${feature}`;

/** The eight cards (A §2.10). */
export const FeatureCards = ({ size, onChoose }: FeatureCardsProps) => (
  // the narrow column has room for one name in a row
  <ul className={cx('grid', size === 'page' ? 'grid-cols-2 gap-3' : '-m-2 xl:grid-cols-[1.3fr_1fr]')}>
    {FEATURES.map(({ id, icon: Icon, label, promise }) => (
      <li key={id}>
        <button
          type="button"
          id={cardId(id)}
          onClick={() => onChoose(id)}
          className={cx(
            'flex size-full gap-2.5 text-left transition-[background-color,scale] hover:bg-fill active:scale-[0.98]',
            size === 'page'
              ? 'flex-col items-start rounded-card border border-line bg-surface p-4'
              : 'min-h-12 items-center rounded-media p-2 xl:min-h-14',
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
          <span className="min-w-0">
            <span className={cx('block font-semibold', size === 'column' && 'text-meta leading-snug')}>
              {label}
            </span>
            {size === 'page' ? <span className="block text-meta text-muted">{promise}</span> : null}
          </span>
        </button>
      </li>
    ))}
  </ul>
);

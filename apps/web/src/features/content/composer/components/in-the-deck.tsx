import { t } from '@lingui/core/macro';
import { prefersReducedMotion } from '../../../../lib/browser';
import { toast } from '../../../../lib/toast';

const ID = 'in-the-deck';
const SLIDE = {
  duration: 700,
  delay: 200,
  easing: 'cubic-bezier(0.3, 0, 0.2, 1)',
  fill: 'backwards',
} as const;

const slideIn = (card: Element | null): void => {
  const from = prefersReducedMotion() ? 'none' : 'translateY(-120%)';
  card?.animate({ transform: [from, 'none'], opacity: [0, 1] }, SLIDE);
};

/** A deck of three cards; the post slides between them. */
const Deck = () => (
  <svg aria-hidden viewBox="0 0 32 36" width={32} height={36} className="shrink-0" stroke="var(--line)">
    <rect x={4} y={0.5} width={24} height={28} rx={5} fill="var(--raised)" />
    <rect ref={slideIn} x={2.5} y={4} width={27} height={28} rx={5} fill="var(--accent)" />
    <rect x={0.5} y={7.5} width={31} height={28} rx={5} fill="var(--accent-soft)" />
  </svg>
);

/**
 * Says that a post was published. Its place is not said: the order of the day was drawn before it, and each shuffle to
 * come has another.
 * @param onSee shows the post, if the page does not
 */
export const showInTheDeck = (onSee?: () => void): void =>
  toast.message(
    <span className="flex items-center gap-3">
      <Deck />
      <span>{t`It is in the deck.`}</span>
      {onSee ? (
        <button
          type="button"
          className="min-h-8 rounded-pill px-2 font-semibold text-accent-text hover:underline"
          onClick={() => {
            toast.dismiss(ID);
            onSee();
          }}
        >
          {t`See it`}
        </button>
      ) : null}
    </span>,
    { id: ID },
  );

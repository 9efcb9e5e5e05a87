import { prefersReducedMotion } from '../../../../lib/browser';
import { toast } from '../../../../lib/toast';

const ID = 'in-the-deck';
const SLIDE = { duration: 700, delay: 200, easing: 'cubic-bezier(0.3, 0, 0.2, 1)', fill: 'backwards' } as const;

const slideIn = (card: Element | null): void => {
  const from = prefersReducedMotion() ? 'none' : 'translateY(-120%)';
  card?.animate({ transform: [from, 'none'], opacity: [0, 1] }, SLIDE);
};

/** A deck of three cards; the post slides between them. */
const Deck = () => {
  const card = 'absolute inset-x-0 bottom-0 h-7 rounded-[5px] border border-line';
  return (
    <span aria-hidden className="relative h-9 w-8 shrink-0 overflow-hidden">
      <span className={`${card} mx-1 mb-2 bg-raised`} />
      <span ref={slideIn} className={`${card} mx-0.5 mb-1 bg-accent`} />
      <span className={`${card} bg-accent-soft`} />
    </span>
  );
};

/**
 * Says that a post was published. Its place is not said: the order of the day was drawn before it, and each shuffle to
 * come has another.
 * @param onSee shows the post, if the page does not
 */
export const showInTheDeck = (onSee?: () => void): void =>
  toast.message(
    <span className="flex items-center gap-3">
      <Deck />
      <span>It is in the deck.</span>
      {onSee ? (
        <button
          type="button"
          className="min-h-8 rounded-pill px-2 font-semibold text-accent-text hover:underline"
          onClick={() => {
            toast.dismiss(ID);
            onSee();
          }}
        >
          See it
        </button>
      ) : null}
    </span>,
    { id: ID },
  );

import type { Author } from '@social-feed/contracts';
import { useRef } from 'react';
import { cx } from '../../../lib/class-names';
import { useFocusBack } from '../../../lib/use-focus-back';
import { useFollow } from '../hooks/use-follow';

/** Follow or Following on others' posts; "..." while it is being changed (F §4). */
export const FollowButton = ({ author }: { author: Author }) => {
  const { isFollowing, busy, toggle, mayFollow } = useFollow(author);
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, busy);
  if (!mayFollow) return null;
  const label = isFollowing ? 'Following' : 'Follow';
  return (
    <button
      ref={button}
      type="button"
      disabled={busy}
      aria-pressed={isFollowing}
      aria-label={`${label} ${author.fullName}`}
      onClick={toggle}
      className={cx(
        // the pill is 28 px high, what can be pressed 44
        'relative inline-flex h-7 min-w-16 shrink-0 items-center justify-center rounded-pill px-3 text-meta font-semibold transition-colors after:absolute after:-inset-x-1 after:-inset-y-2 disabled:opacity-70',
        isFollowing
          ? 'border border-line text-muted hover:bg-fill hover:text-text'
          : 'bg-accent-soft text-accent-text hover:bg-fill-strong',
      )}
    >
      {busy ? '...' : label}
    </button>
  );
};

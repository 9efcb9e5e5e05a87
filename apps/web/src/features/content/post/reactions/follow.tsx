import { t } from '@lingui/core/macro';
import type { Author } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { addPendingChange } from '../../../../cache/pending-changes';
import { asRecord, readStored, writeStored } from '../../../../lib/json';
import { requireLogin } from '../../../../lib/dialogs';
import { serverDate } from '../../../../lib/server-clock';
import { useViewer } from '../../../../lib/viewer';
import { cx } from '../../../../lib/class-names';
import { buttonClass } from '../../../../components/ui/button';

type Followed = Record<string, boolean>;

const isFollowed = (value: unknown): value is Followed =>
  asRecord(value) === value && Object.values(asRecord(value)).every((entry) => typeof entry === 'boolean');

const storageKey = (viewerId: string) => `follows:${viewerId}`;

interface FollowState {
  /** Choices by viewer, then by author; read from storage on first use. */
  byViewer: Record<string, Followed>;
  load: (viewerId: string) => void;
  /** Replaces the choices with the account's. */
  replace: (viewerId: string, followed: Followed) => void;
  set: (viewerId: string, authorId: string, following: boolean) => void;
}

/** Follow choices: a press is saved in this browser at once without a call (F §4), and queued for the account. */
export const useFollowStore = create<FollowState>((set, get) => ({
  byViewer: {},
  replace: (viewerId, followed) => {
    writeStored(storageKey(viewerId), followed);
    set((state) => ({ byViewer: { ...state.byViewer, [viewerId]: followed } }));
  },
  load: (viewerId) => {
    if (get().byViewer[viewerId]) return;
    const stored = readStored(storageKey(viewerId), isFollowed, {});
    set((state) => ({ byViewer: { ...state.byViewer, [viewerId]: stored } }));
  },
  set: (viewerId, authorId, following) => {
    // another tab may have changed the choices since this tab read them
    const held = readStored(storageKey(viewerId), isFollowed, get().byViewer[viewerId] ?? {});
    addPendingChange(viewerId, `follow ${authorId}`, {
      kind: following ? 'follow' : 'unfollow',
      user: authorId,
      at: serverDate().toISOString(),
      was: held[authorId] === true,
    });
    get().replace(viewerId, { ...held, [authorId]: following });
  },
}));

// apply choices made in other tabs
window.addEventListener('storage', ({ key }) => {
  for (const [viewerId, held] of Object.entries(useFollowStore.getState().byViewer)) {
    if (key !== storageKey(viewerId)) continue;
    const followed = readStored(key, isFollowed, held);
    useFollowStore.setState(({ byViewer }) => ({ byViewer: { ...byViewer, [viewerId]: followed } }));
  }
});

/** Duration of the simulated call, in milliseconds; it never fails (F §4). */
const FOLLOW_DELAY = 500;

interface FollowButtonProps {
  author: Pick<Author, '_id' | 'fullName' | 'isFollowing'>;
  /** Draws a regular button instead of a word. */
  large?: boolean;
  className?: string;
}

/**
 * Follow or Following, the same on all posts of an author; "..." during the change (F §4). Hidden on own posts.
 * Stored per signed-in user in this browser.
 */
export const FollowButton = ({ author, large = false, className }: FollowButtonProps) => {
  const { user } = useViewer();
  const viewerId = user?._id ?? null;
  const chosen = useFollowStore((state) => (viewerId ? state.byViewer[viewerId]?.[author._id] : undefined));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (viewerId) useFollowStore.getState().load(viewerId);
  }, [viewerId]);
  if (viewerId === author._id) return null;

  const isFollowing = viewerId !== null && (chosen ?? author.isFollowing);
  const toggle = () => {
    if (viewerId === null) {
      requireLogin('follow');
      return;
    }
    if (busy) return;
    setBusy(true);
    setTimeout(() => {
      useFollowStore.getState().set(viewerId, author._id, !isFollowing);
      setBusy(false);
    }, FOLLOW_DELAY);
  };
  const following = t({
    message: 'Following',
    context: 'button',
    comment: 'On the button of a person whom one follows: one follows them already.',
  });
  const label = isFollowing ? following : t({ message: 'Follow', comment: 'On a button.' });
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-pressed={isFollowing}
      aria-label={isFollowing ? t`Following ${author.fullName}` : t`Follow ${author.fullName}`}
      data-widest={following}
      onClick={toggle}
      className={
        large
          ? buttonClass({ variant: isFollowing ? 'soft' : 'primary', className: 'min-w-28' })
          : cx(
              'inline-grid min-h-11 shrink-0 content-center rounded-control text-end text-meta font-semibold hover:underline aria-disabled:opacity-70',
              // as wide as the longer label, so that the layout does not shift
              'before:invisible before:h-0 before:content-[attr(data-widest)]',
              isFollowing ? 'text-muted' : 'text-accent-text',
              className,
            )
      }
    >
      {busy ? '...' : label}
    </button>
  );
};

import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { CloudUpload } from 'lucide-react';
import { useWaiting } from '../../../../cache/pending-changes';
import { cx } from '../../../../lib/class-names';
import { formatCount, shownCount } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import { isSaved, type ClientPost } from '../model/post';
import { useReaction, useShare } from './use-reaction';

const ACCENT = 'hover:bg-accent-soft hover:text-accent-text';

/** Names a button for shortcuts. */
export type ActionName = 'like' | 'dislike' | 'comment' | 'share' | 'save';

interface ActionButtonProps {
  action: ActionName;
  /** The action, for assistive technology; the count is appended unless counts are hidden. */
  label: string;
  /** Class of the icon. */
  icon: string;
  count: number;
  hidden: boolean;
  onPress: () => void;
  /** Pressed state of a toggle; omit it for a plain action. */
  active?: boolean;
  /** Colours of the active state. */
  activeClass?: string;
  hoverClass?: string;
  /** Shown instead of the count while the action runs, e.g. "Sharing...". */
  busyLabel?: string | undefined;
  expanded?: boolean;
  /** Whether it waits for a connection. */
  waits?: boolean;
  /** Animates on every press; a toggle only when it is switched on. */
  pops?: boolean;
}

/** One control of the action bar: icon and count, at least 44 px high. */
export const ActionButton = (props: ActionButtonProps) => {
  const { label, icon, count, hidden, active, activeClass, hoverClass, busyLabel, expanded, waits } = props;
  const [pressed, setPressed] = useState(false);
  const on = active === true;
  const shown = formatCount(count);
  const text = busyLabel ?? (count > 0 && !hidden ? shown : undefined);
  const name = hidden
    ? label
    : t({
        message: `${label}, ${shown}`,
        comment: 'A button such as Like, and how many pressed it. Read aloud.',
      });
  return (
    <button
      type="button"
      title={waits ? t`${label}: waiting to be sent` : label}
      aria-label={busyLabel ?? (waits ? t`${name}, waiting to be sent` : name)}
      data-action={props.action}
      aria-pressed={active}
      aria-expanded={expanded}
      aria-busy={busyLabel === undefined ? undefined : true}
      aria-disabled={busyLabel === undefined ? undefined : true}
      onClick={({ detail }) => {
        // a double click counts as one press
        if (detail > 1 || busyLabel !== undefined) return;
        setPressed(true);
        props.onPress();
      }}
      onAnimationEnd={() => setPressed(false)}
      className={cx(
        'icon flex min-h-11 min-w-max items-center gap-1 rounded-pill ps-3 pe-1 text-meta font-medium transition-[color,background-color,scale] active:scale-95 aria-disabled:active:scale-100',
        icon,
        pressed && (on || props.pops) && 'before:animate-pop',
        // equal cells, so that icons align from card to card
        busyLabel === undefined && 'max-w-18 flex-1',
        on ? activeClass : cx('text-muted', hoverClass ?? 'hover:bg-fill hover:text-text'),
      )}
    >
      {waits ? (
        <>
          <span>{text}</span>
          <CloudUpload size="0.875em" aria-hidden className="shrink-0" />
        </>
      ) : (
        text
      )}
    </button>
  );
};

/** The buttons that a card and the hand share, as props of `ActionButton`. */
export const useActions = (post: ClientPost) => {
  const react = useReaction();
  const hidden = usePreferences(hidesCounts);
  const waiting = useWaiting(post._id);
  const { liked, disliked } = post.userInteraction;
  const saved = isSaved(post);
  const votes = waiting.includes('vote');
  const like: ActionButtonProps = {
    action: 'like',
    label: t`Like`,
    icon: liked ? 'icon-heart-filled' : 'icon-heart',
    count: post.reactions.likes,
    hidden,
    active: liked,
    waits: votes && !disliked,
    activeClass: 'text-like hover:bg-like-soft',
    hoverClass: 'hover:bg-like-soft hover:text-like',
    onPress: () => void react(post, 'like'),
  };
  const dislike: ActionButtonProps = {
    action: 'dislike',
    label: t`Dislike`,
    icon: disliked ? 'icon-thumbs-down-filled' : 'icon-thumbs-down',
    count: post.reactions.dislikes,
    hidden,
    active: disliked,
    waits: votes && disliked,
    activeClass: 'text-text hover:bg-fill',
    onPress: () => void react(post, 'dislike'),
  };
  const comment: Omit<ActionButtonProps, 'onPress'> = {
    action: 'comment',
    label: t({
      message: 'Comment',
      context: 'verb',
      comment: 'On the button that opens the comments of a post.',
    }),
    icon: 'icon-message-circle',
    count: post.commentsCount,
    hidden,
    hoverClass: ACCENT,
  };
  const save: ActionButtonProps = {
    action: 'save',
    label: t({ message: 'Save', context: 'bookmark', comment: 'On the button that bookmarks a post.' }),
    icon: saved ? 'icon-bookmark-filled' : 'icon-bookmark',
    count: post.reactions.saves,
    hidden,
    active: saved,
    waits: waiting.includes('bookmark'),
    activeClass: 'text-accent-text hover:bg-accent-soft',
    hoverClass: ACCENT,
    onPress: () => void react(post, 'bookmark'),
  };
  return { like, dislike, comment, save };
};

const viewsText = (count: number, shown: string): string =>
  plural(count, { one: `${shown} view`, other: `${shown} views` });

interface ActionBarProps {
  post: ClientPost;
  /** Opens or closes the comments. */
  onComments: () => void;
  commentsOpen: boolean;
  /** Whether to show the save button. */
  saves: boolean;
}

/** Like, dislike, comment, share, save and the view count (F §2). */
export const ActionBar = ({ post, onComments, commentsOpen, saves }: ActionBarProps) => {
  const { like, dislike, comment, save } = useActions(post);
  const { share, sharing } = useShare();
  const { hidden } = like;
  const views = formatCount(post.views);
  return (
    <div
      role="group"
      aria-label={t`Actions`}
      className="-mx-3 -mt-2 flex flex-wrap items-center print:hidden"
    >
      <ActionButton {...like} />
      <ActionButton {...dislike} />
      <ActionButton {...comment} expanded={commentsOpen} onPress={onComments} />
      <ActionButton
        action="share"
        label={t`Share`}
        pops
        icon="icon-share"
        count={post.reactions.shares}
        hidden={hidden}
        hoverClass={ACCENT}
        busyLabel={sharing ? t`Sharing...` : undefined}
        onPress={() => void share(post)}
      />
      {saves ? <ActionButton {...save} /> : null}
      {hidden ? null : (
        <span
          role="img"
          title={viewsText(post.views, String(post.views))}
          aria-label={viewsText(shownCount(post.views), views)}
          className="icon ms-auto flex shrink-0 items-center gap-1.5 ps-1 pe-3 text-meta text-muted icon-eye"
        >
          {views}
        </span>
      )}
    </div>
  );
};

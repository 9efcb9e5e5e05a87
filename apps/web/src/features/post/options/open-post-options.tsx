import {
  Bookmark,
  BookmarkMinus,
  Check,
  Flag,
  Link2,
  Pencil,
  Pin,
  PinOff,
  Shuffle,
  Trash2,
  UserX,
} from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { DropdownMenu, type MenuItem } from '../../../components/ui/dropdown-menu';
import { copyText } from '../../../lib/copy-text';
import { toast } from '../../../lib/toast';
import { postUrl } from '../reactions/run-reaction';
import type { ClientPost } from '../model/post';
import { HOME_PATHS, paths } from '../../../config/paths';
import { useReaction } from '../reactions/use-reaction';
import { requireLogin, showWhy } from '../../../lib/dialogs';
import { useOwnAccount, useViewer } from '../../../lib/viewer';
import { useDeletePost } from './use-delete-post';
import { askToBlock, askToReport } from './moderation';
import { readOrder } from './read-order';

const COPY_LABELS = { idle: 'Copy Link', copying: 'Copying...', copied: 'Copied!' };
const SIZE = 18;

/** How long "Copied!" stays, in milliseconds (F §9). */
const COPIED_FOR = 1500;

/** idle → copying → copied for 1.5 s → idle; `onDone` then closes the menu (F §4). */
export const useCopyLink = (postId: string, onDone: () => void) => {
  const [state, setState] = useState<'idle' | 'copying' | 'copied'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(async () => {
    if (state !== 'idle') return;
    setState('copying');
    try {
      await copyText(postUrl(postId));
      setState('copied');
      timer.current = setTimeout(() => {
        setState('idle');
        onDone();
      }, COPIED_FOR);
    } catch {
      setState('idle');
      toast.error('Failed to copy link. Please try again.');
    }
  }, [state, postId, onDone]);
  return { state, copy };
};

export interface PostOptionsProps {
  post: ClientPost;
  /** After the post was deleted or its author blocked. */
  onGone?: (() => void) | undefined;
}

/** The options menu, opened at once, with what its items do (F §2). Load it lazily. */
export const OpenPostOptions = ({ post, onGone, trigger }: PostOptionsProps & { trigger: ReactNode }) => {
  const navigate = useNavigate();
  const { user } = useViewer();
  const ownerId = useOwnAccount()?._id ?? null;
  const react = useReaction();
  const deletePost = useDeletePost();
  const client = useQueryClient();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(true);
  const close = useCallback(() => setOpen(false), []);
  const { state: copyState, copy } = useCopyLink(post._id, close);
  const author = post.user;
  const saved = post.isBookmarked || post.userInteraction.saved;

  const handleDelete = async () => {
    if (await deletePost(post._id)) onGone?.();
  };
  const handleBlock = async () => {
    if (!user) requireLogin('block the author of');
    else if (await askToBlock({ author, postId: post._id }, user._id)) onGone?.();
  };
  const handleReport = () => {
    if (!user) requireLogin('report');
    else void askToReport({ author, postId: post._id });
  };

  const copyItem: MenuItem = {
    key: 'copy',
    label: COPY_LABELS[copyState],
    icon: copyState === 'copied' ? <Check size={SIZE} /> : <Link2 size={SIZE} />,
    onSelect: () => void copy(),
    keepOpen: true,
  };
  const remove: MenuItem = {
    key: 'delete',
    label: 'Delete',
    icon: <Trash2 size={SIZE} />,
    onSelect: () => void handleDelete(),
    tone: 'danger',
  };
  const ordered =
    HOME_PATHS.includes(pathname) && readOrder(client, ownerId).some(({ ids }) => ids.includes(post._id));
  const why: MenuItem[] = ordered
    ? [
        {
          key: 'why',
          label: 'Why this post?',
          icon: <Shuffle size={SIZE} />,
          onSelect: () => showWhy(post._id),
        },
      ]
    : [];
  const own: MenuItem[] = [
    {
      key: 'edit',
      label: 'Edit',
      icon: <Pencil size={SIZE} />,
      onSelect: () => void navigate(paths.createPost.getHref(post._id)),
    },
    {
      key: 'pin',
      label: post.isPinned ? 'Unpin' : 'Pin',
      icon: post.isPinned ? <PinOff size={SIZE} /> : <Pin size={SIZE} />,
      onSelect: () => void react(post, 'pin'),
    },
    copyItem,
    ...why,
    remove,
  ];
  const others: MenuItem[] = [
    {
      key: 'bookmark',
      label: saved ? 'Remove Bookmark' : 'Save/Bookmark',
      icon: saved ? <BookmarkMinus size={SIZE} /> : <Bookmark size={SIZE} />,
      onSelect: () => void react(post, 'bookmark'),
    },
    copyItem,
    ...why,
    {
      key: 'block',
      label: 'Block',
      icon: <UserX size={SIZE} />,
      onSelect: () => void handleBlock(),
      tone: 'danger',
    },
    { key: 'report', label: 'Report', icon: <Flag size={SIZE} />, onSelect: handleReport, tone: 'danger' },
    // admins may remove what others wrote
    ...(user?.isAdmin ? [remove] : []),
  ];
  const items = user?._id === author._id ? own : others;
  return <DropdownMenu open={open} onOpenChange={setOpen} trigger={trigger} items={items} />;
};

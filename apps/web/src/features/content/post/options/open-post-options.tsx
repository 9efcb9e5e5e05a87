import { t } from '@lingui/core/macro';
import {
  Bookmark,
  BookmarkMinus,
  Flag,
  FolderPlus,
  Pencil,
  Pin,
  PinOff,
  Shuffle,
  Trash2,
  UserX,
} from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCopyItem } from '../../../../components/ui/copy-item';
import { DropdownMenu, type MenuProps } from '../../../../components/ui/dropdown-menu';
import type { MenuItem, MenuItems } from '../../../../components/ui/menu-items';
import { postUrl } from '../reactions/run-reaction';
import { isSaved, type ClientPost } from '../model/post';
import { useWarning } from '../model/warning';
import { paths } from '../../../../config/paths';
import { useReaction } from '../reactions/use-reaction';
import { useWaiting } from '../../../../cache/pending-changes';
import { requireLogin, showCollect, showMute, showReport, showWhy } from '../../../../lib/dialogs';
import { useOwnAccount, useViewer } from '../../../../lib/viewer';
import { commentingItems, useCommenting } from './use-commenting';
import { useDeletePost } from './use-delete-post';
import { askToBlock } from './moderation';
import { checkableList, readOrder } from './read-order';

export interface PostOptionsProps {
  post: ClientPost;
  /** Called after the post was deleted or its author blocked. */
  onGone?: (() => void) | undefined;
}

/** The options menu and its actions (F §2). Load it lazily. */
export const OpenPostOptions = ({ post, onGone, ...menu }: PostOptionsProps & MenuProps) => {
  const navigate = useNavigate();
  const { user } = useViewer();
  const ownerId = useOwnAccount()?._id ?? null;
  const react = useReaction();
  const deletePost = useDeletePost();
  const setCommenting = useCommenting();
  const client = useQueryClient();
  const location = useLocation();
  const copyItem = useCopyItem(t`Copy Link`, postUrl(post._id), () => menu.onOpenChange(false));
  const waiting = useWaiting(post._id);
  const hintOf = (group: string) => waiting.includes(group) && { hint: t`Waiting to be sent` };
  const { closed } = useWarning(post);
  const author = post.user;
  const saved = isSaved(post);
  const editHref = paths.createPost.getHref(post._id);

  const handleDelete = async () => {
    if (await deletePost(post._id)) onGone?.();
  };
  // a closed warning hides the texts but not the tags
  const handleMute = () => showMute(closed ? { ...post, title: '', description: '' } : post);
  const handleBlock = async () => {
    if (!user) requireLogin('block');
    else if (await askToBlock({ author, postId: post._id, onMute: handleMute }, user._id)) onGone?.();
  };
  const handleReport = () => {
    if (!user) requireLogin('report');
    else showReport({ kind: 'post', target: post._id, author });
  };

  const remove: MenuItem = {
    label: t`Delete`,
    icon: Trash2,
    onSelect: () => void handleDelete(),
    tone: 'danger',
  };
  const isOwn = user?._id === author._id;
  const list = checkableList(location);
  const isOrdered =
    list !== undefined && readOrder(client, ownerId, list.way).some(({ ids }) => ids.includes(post._id));
  const why = (isOwn || isOrdered) && {
    label: t`Why this post?`,
    icon: Shuffle,
    onSelect: () => showWhy(post._id, isOwn),
  };
  const own: MenuItems = [
    { label: t`Edit`, icon: Pencil, href: editHref, onSelect: () => void navigate(editHref) },
    {
      label: post.isPinned ? t`Unpin` : t`Pin`,
      icon: post.isPinned ? PinOff : Pin,
      onSelect: () => void react(post, 'pin'),
      ...hintOf('pin'),
    },
    copyItem,
    why,
    ...commentingItems(post.commenting, (commenting) => void setCommenting(post, commenting)),
    remove,
  ];
  const others: MenuItems = [
    {
      label: saved ? t`Remove Bookmark` : t`Save/Bookmark`,
      icon: saved ? BookmarkMinus : Bookmark,
      onSelect: () => void react(post, 'bookmark'),
      ...hintOf('bookmark'),
    },
    saved && { label: t`Add to collection…`, icon: FolderPlus, onSelect: () => showCollect(post._id) },
    copyItem,
    why,
    { label: t`Block`, icon: UserX, onSelect: () => void handleBlock(), tone: 'danger' },
    { label: t`Report`, icon: Flag, onSelect: handleReport, tone: 'danger' },
    // admins may delete other users' posts
    user?.isAdmin === true && remove,
  ];
  return <DropdownMenu {...menu} items={isOwn ? own : others} />;
};

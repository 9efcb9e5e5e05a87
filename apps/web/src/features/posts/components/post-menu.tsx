import {
  Bookmark,
  BookmarkMinus,
  Check,
  Flag,
  Link2,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  UserX,
} from 'lucide-react';
import { DropdownMenu, type MenuItem } from '../../../components/ui/dropdown-menu';
import { PostMenuButton } from './post-menu-button';

interface PostMenuProps {
  own: boolean;
  isPinned: boolean;
  isBookmarked: boolean;
  copyState: 'idle' | 'copying' | 'copied';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onEdit: () => void;
  onPin: () => void;
  onCopy: () => void;
  onDelete: () => void;
  onBookmark: () => void;
  onBlock: () => void;
  onReport: () => void;
}

const COPY_LABELS = { idle: 'Copy Link', copying: 'Copying...', copied: 'Copied!' };
const SIZE = 18;

const itemsOf = (props: PostMenuProps): MenuItem[] => {
  const copy: MenuItem = {
    key: 'copy',
    label: COPY_LABELS[props.copyState],
    icon: props.copyState === 'copied' ? <Check size={SIZE} /> : <Link2 size={SIZE} />,
    onSelect: props.onCopy,
    keepOpen: true,
  };
  if (props.own)
    return [
      { key: 'edit', label: 'Edit', icon: <Pencil size={SIZE} />, onSelect: props.onEdit },
      {
        key: 'pin',
        label: props.isPinned ? 'Unpin' : 'Pin',
        icon: props.isPinned ? <PinOff size={SIZE} /> : <Pin size={SIZE} />,
        onSelect: props.onPin,
      },
      copy,
      {
        key: 'delete',
        label: 'Delete',
        icon: <Trash2 size={SIZE} />,
        onSelect: props.onDelete,
        tone: 'danger',
      },
    ];
  return [
    {
      key: 'bookmark',
      label: props.isBookmarked ? 'Remove Bookmark' : 'Save/Bookmark',
      icon: props.isBookmarked ? <BookmarkMinus size={SIZE} /> : <Bookmark size={SIZE} />,
      onSelect: props.onBookmark,
    },
    copy,
    { key: 'block', label: 'Block', icon: <UserX size={SIZE} />, onSelect: props.onBlock, tone: 'danger' },
    { key: 'report', label: 'Report', icon: <Flag size={SIZE} />, onSelect: props.onReport, tone: 'danger' },
  ];
};

/** Options of a post (F §2). Load it lazily; `PostMenuButton` stands in its place before. */
export const PostMenu = (props: PostMenuProps) => (
  <DropdownMenu
    open={props.open}
    onOpenChange={props.onOpenChange}
    trigger={<PostMenuButton />}
    items={itemsOf(props)}
  />
);

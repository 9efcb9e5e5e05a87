import {
  Bookmark,
  BookmarkMinus,
  Check,
  Ellipsis,
  Flag,
  Link2,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  UserX,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { MenuItem } from '../../../components/ui/dropdown-menu';
import { IconButton } from '../../../components/ui/icon-button';

const loadMenu = () => import('../../../components/ui/dropdown-menu');
const DropdownMenu = lazy(async () => ({ default: (await loadMenu()).DropdownMenu }));

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

/** Options of a post (F §2). The menu itself is fetched when the button is first pointed at or pressed. */
export const PostMenu = (props: PostMenuProps) => {
  const [wanted, setWanted] = useState(false);
  const trigger = (
    <IconButton
      label="Post options"
      className="-mr-2.5 -ml-1.5"
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      {...(wanted
        ? {}
        : {
            onClick: () => {
              setWanted(true);
              props.onOpenChange(true);
            },
          })}
    >
      <Ellipsis size={20} aria-hidden />
    </IconButton>
  );
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <DropdownMenu
        open={props.open}
        onOpenChange={props.onOpenChange}
        trigger={trigger}
        items={itemsOf(props)}
      />
    </Suspense>
  );
};

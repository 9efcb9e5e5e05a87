import { Ban, Check, Copy, Ellipsis, Flag, Share2 } from 'lucide-react';
import type { PublicUser } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import type { MenuItem } from '../../../components/ui/dropdown-menu';
import { IconButton } from '../../../components/ui/icon-button';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import { paths } from '../../../config/paths';
import { copyText } from '../../../lib/copy-text';
import { requireLoginTo } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { useViewer } from '../../../lib/viewer';
import { askToBlock, askToReport } from '../../post/options/moderation';

/** By id, so that the link still leads here when the user name changes (A §2.1). */
const linkOf = (user: PublicUser): string =>
  `${window.location.origin}${paths.profileLink.getHref(user._id)}`;

const copyLink = async (user: PublicUser): Promise<boolean> => {
  try {
    await copyText(linkOf(user));
    return true;
  } catch {
    toast.error('Failed to copy link');
    return false;
  }
};

const share = async (user: PublicUser): Promise<void> => {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: `${user.fullName} (@${user.userName})`, url: linkOf(user) });
      return;
    } catch (error) {
      // closed by the person: nothing else is wanted
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyLink(user)) toast.success('Profile link copied');
};

const COPIED_FOR = 1500;

/** The profile's options (A §2.9): block and report only note it in this browser, and the account hears of blocks later. */
export const ProfileMenu = ({ user }: { user: PublicUser }) => {
  const { user: viewer } = useViewer();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);

  const handleBlock = () => {
    if (!viewer) requireLoginTo('block this person');
    else void askToBlock({ author: user }, viewer._id);
  };
  const handleReport = () => {
    if (!viewer) requireLoginTo('report this person');
    else void askToReport({ author: user });
  };

  const items: MenuItem[] = [
    {
      key: 'copy',
      label: copied ? 'Copied!' : 'Copy Profile Link',
      icon: copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />,
      keepOpen: true,
      onSelect: () => void copyLink(user).then(setCopied),
    },
    {
      key: 'share',
      label: 'Share Profile',
      icon: <Share2 size={18} aria-hidden />,
      onSelect: () => void share(user),
    },
  ];
  if (viewer?._id !== user._id)
    items.push(
      {
        key: 'block',
        label: 'Block User',
        icon: <Ban size={18} aria-hidden />,
        tone: 'danger',
        onSelect: handleBlock,
      },
      {
        key: 'report',
        label: 'Report User',
        icon: <Flag size={18} aria-hidden />,
        tone: 'danger',
        onSelect: handleReport,
      },
    );
  return (
    <LazyMenu
      trigger={
        <IconButton label="Profile options" variant="overlay">
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      }
      items={items}
    />
  );
};

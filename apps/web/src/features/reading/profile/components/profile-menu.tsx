import { Ban, Ellipsis, Flag, Share2 } from 'lucide-react';
import type { PublicUser } from '@social-feed/contracts';
import { useCopyItem } from '../../../../components/ui/copy-item';
import { IconButton } from '../../../../components/ui/icon-button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { paths } from '../../../../config/paths';
import { isAbort } from '../../../../lib/api-error';
import { shareOrCopy } from '../../../../lib/copy-text';
import { requireLoginTo, showReport } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import { useViewer } from '../../../../lib/viewer';
import { askToBlock } from '../../../content/post/options/moderation';

/**
 * The profile's options (A §2.9). Block and report are stored in this browser; blocks are sent to the account
 * later. In a `bar` its button has no background.
 */
export const ProfileMenu = ({
  user,
  own,
  bar = false,
}: {
  user: PublicUser;
  own: boolean;
  bar?: boolean;
}) => {
  const { user: viewer } = useViewer();
  // Use the id, so that the link still works after a user name change (A §2.1).
  const url = `${window.location.origin}${paths.profileLink.getHref(user._id)}`;
  const copyItem = useCopyItem('Copy Profile Link', url);

  const handleShare = () =>
    shareOrCopy({ title: `${user.fullName} (@${user.userName})`, url }, url, () =>
      toast.success('Profile link copied'),
    ).catch((error: unknown) => {
      if (!isAbort(error)) toast.error('Failed to share. Please try again.');
    });
  const handleBlock = () => {
    if (!viewer) requireLoginTo('block this person');
    else void askToBlock({ author: user }, viewer._id);
  };
  const handleReport = () => {
    if (!viewer) requireLoginTo('report this person');
    else showReport({ kind: 'person', target: user._id, author: user });
  };
  return (
    <LazyMenu
      trigger={
        <IconButton label="Profile options" variant={bar ? 'ghost' : 'overlay'}>
          <Ellipsis size="1.25em" aria-hidden />
        </IconButton>
      }
      items={[
        copyItem,
        { label: 'Share Profile', icon: Share2, onSelect: () => void handleShare() },
        !own && { label: 'Block User', icon: Ban, tone: 'danger', onSelect: handleBlock },
        !own && { label: 'Report User', icon: Flag, tone: 'danger', onSelect: handleReport },
      ]}
    />
  );
};

import { t } from '@lingui/core/macro';
import { Ban, Ellipsis, Flag, Share2 } from 'lucide-react';
import type { PublicUser } from '@social-feed/contracts';
import { useCopyItem } from '../../../../components/ui/copy-item';
import { IconButton } from '../../../../components/ui/icon-button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { paths } from '../../../../config/paths';
import { isAbort } from '../../../../lib/api-error';
import { shareOrCopy } from '../../../../lib/copy-text';
import { requireLogin, showReport } from '../../../../lib/dialogs';
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
  const copyItem = useCopyItem(t`Copy Profile Link`, url);

  const handleShare = () =>
    shareOrCopy({ title: `${user.fullName} (@${user.userName})`, url }, url, () =>
      toast.success(t`Profile link copied`),
    ).catch((error: unknown) => {
      if (!isAbort(error)) toast.error(t`Failed to share. Please try again.`);
    });
  const handleBlock = () => {
    if (!viewer) requireLogin('block');
    else void askToBlock({ author: user }, viewer._id);
  };
  const handleReport = () => {
    if (!viewer) requireLogin('report-person');
    else showReport({ kind: 'person', target: user._id, author: user });
  };
  return (
    <LazyMenu
      trigger={
        <IconButton label={t`Profile options`} variant={bar ? 'ghost' : 'overlay'}>
          <Ellipsis size="1.25em" aria-hidden />
        </IconButton>
      }
      items={[
        copyItem,
        { label: t`Share Profile`, icon: Share2, onSelect: () => void handleShare() },
        !own && { label: t`Block User`, icon: Ban, tone: 'danger', onSelect: handleBlock },
        !own && { label: t`Report User`, icon: Flag, tone: 'danger', onSelect: handleReport },
      ]}
    />
  );
};

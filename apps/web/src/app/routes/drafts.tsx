import { DraftList } from '../../features/content/composer/components/draft-list';
import { useOwnAccount } from '../../lib/viewer';

/** /createpost/drafts: drafts in the account and posts that are published later. */
export const DraftsRoute = () => {
  const user = useOwnAccount();
  return user ? <DraftList key={user._id} viewerId={user._id} /> : null;
};

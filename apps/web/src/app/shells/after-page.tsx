import { UnreadInStep } from '../../features/notifications/unread-in-step';
import { PeopleInStep } from '../../features/people/people-in-step';

/** What keeps a page in step with its viewer's account once it stands. It shows nothing. Load it lazily. */
export const AfterPage = ({ viewerId }: { viewerId: string }) => (
  <>
    <PeopleInStep viewerId={viewerId} />
    <UnreadInStep viewerId={viewerId} />
  </>
);

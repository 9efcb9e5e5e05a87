import { useOwnAccount } from '../../../lib/viewer';
import { ApplicationList, useApplications } from './application-list';
import { InvitationOverview } from './invitation-overview';
import { ModeForm } from './mode-form';
import { RefusalList } from './refusal-list';

/** Who may come in: applications for moderators, and the rest for admins. */
export const RegistrationPage = () => {
  const user = useOwnAccount();
  // what stands below the applications would move
  const { isPending } = useApplications();
  return (
    <div className="flex flex-col gap-4">
      {user?.isAdmin ? <ModeForm /> : null}
      <ApplicationList />
      {user?.isAdmin && !isPending ? (
        <>
          <InvitationOverview />
          <RefusalList />
        </>
      ) : null}
    </div>
  );
};

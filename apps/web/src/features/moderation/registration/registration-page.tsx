import { useOwnAccount } from '../../../lib/viewer';
import { ApplicationList } from './application-list';
import { InvitationOverview } from './invitation-overview';
import { ModeForm } from './mode-form';
import { RefusalList } from './refusal-list';

/** Who may come in: applications for moderators, and the rest for admins. */
export const RegistrationPage = () => {
  const user = useOwnAccount();
  return (
    <div className="flex flex-col gap-4">
      {user?.isAdmin ? <ModeForm /> : null}
      <ApplicationList />
      {user?.isAdmin ? (
        <>
          <InvitationOverview />
          <RefusalList />
        </>
      ) : null}
    </div>
  );
};

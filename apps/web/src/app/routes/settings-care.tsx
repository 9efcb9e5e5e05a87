import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@social-feed/contracts';
import { useBlockStore } from '../../cache/block-store';
import { unblockAuthor } from '../../cache/blocking';
import { PersonRow } from '../../components/ui/person-row';
import { RowButton, Rows } from '../../features/identity/account-settings/components/listing';
import { MutedWords } from '../../features/identity/account-settings/components/muted-words';
import { SettingsSection } from '../../features/identity/account-settings/components/section';

/** The users blocked in this browser, each with Unblock. */
const BlockedList = () => {
  const blocked = useBlockStore((state) => state.blocked);
  return (
    <Rows label={t`Blocked people`} items={blocked} empty={t`You have not blocked anybody.`}>
      {(person) => (
        <>
          <PersonRow person={person} size={36} />
          <RowButton
            text={t`Unblock`}
            label={t`Unblock @${person.userName}`}
            onClick={() => unblockAuthor(person._id)}
          />
        </>
      )}
    </Rows>
  );
};

/** Whom and what the user wants to see less of. */
export const CareSettings = ({ user }: { user: CurrentUser }) => (
  <>
    <SettingsSection card="blocked">
      <BlockedList />
    </SettingsSection>
    <SettingsSection card="muted">
      <MutedWords viewerId={user._id} />
    </SettingsSection>
  </>
);

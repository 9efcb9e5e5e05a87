import type { CurrentUser } from '@social-feed/contracts';
import { useBlockStore } from '../../cache/block-store';
import { unblockAuthor } from '../../cache/blocking';
import { PersonRow } from '../../components/ui/person-row';
import { RowButton, Rows } from '../../features/identity/account-settings/components/listing';
import { CommentDefaults } from '../../features/identity/account-settings/components/comment-defaults';
import { OldPosts } from '../../features/identity/account-settings/components/old-posts';
import { MutedWords } from '../../features/identity/account-settings/components/muted-words';
import { ReadLanguages } from '../../features/identity/account-settings/components/read-languages';
import { ReadingRest } from '../../features/reading/feed/reading-rest';
import { SettingsSection } from '../../features/identity/account-settings/components/section';

/** The users blocked in this browser, each with Unblock. */
const BlockedList = () => {
  const blocked = useBlockStore((state) => state.blocked);
  return (
    <Rows label="Blocked people" items={blocked} empty="You have not blocked anybody.">
      {(person) => (
        <>
          <PersonRow person={person} size={36} />
          <RowButton
            act="Unblock"
            name={`@${person.userName}`}
            onClick={() => unblockAuthor(person._id, new Date())}
          />
        </>
      )}
    </Rows>
  );
};

/** What the user wants to see less of: one section for each rule. */
export const CareSettings = ({ user }: { user: CurrentUser }) => (
  <>
    <SettingsSection title="Blocked people" text="Their posts and comments stay out of your lists.">
      <BlockedList />
    </SettingsSection>
    <SettingsSection
      title="Muted words"
      text="A post that contains one is hidden behind a line that names the word."
    >
      <MutedWords viewerId={user._id} />
    </SettingsSection>
    <SettingsSection
      title="Languages you read"
      text="Posts in other languages are hidden behind a line that names them."
    >
      <ReadLanguages viewerId={user._id} />
    </SettingsSection>
    <ReadingRest />
    <SettingsSection
      title="Comments on your posts"
      text="This holds for new posts; each post can differ. You can always comment yourself."
    >
      <CommentDefaults viewerId={user._id} />
    </SettingsSection>
    <SettingsSection
      title="Old posts"
      text="Your posts can be deleted after a time. Those that you saved or pinned stay."
    >
      <OldPosts viewerId={user._id} />
    </SettingsSection>
  </>
);

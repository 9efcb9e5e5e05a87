import { Link } from 'react-router-dom';
import { Segmented } from '../../components/ui/segmented';
import { Checkbox } from '../../components/ui/checkbox';
import { setPreference, usePreferences, type Preferences } from '../../lib/preferences';
import { useBlockStore } from '../../cache/block-store';
import { unblockAuthor } from '../../cache/blocking';
import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import { paths } from '../../config/paths';
import { MutedWords } from '../../features/account-settings/components/muted-words';
import { useViewer } from '../../lib/viewer';
import { SettingsSection } from '../../features/account-settings/components/section';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const MOTIONS = [
  { value: 'system', label: 'System' },
  { value: 'reduced', label: 'Reduced' },
] as const;

const SAVERS = [
  { value: 'system', label: 'System' },
  { value: 'on', label: 'On' },
] as const;

const SENSITIVE = [
  { value: 'show', label: 'Show' },
  { value: 'blur', label: 'Blur' },
  { value: 'hide', label: 'Hide' },
] as const;

/** The people whose posts this browser leaves out, each with Unblock. */
const BlockedList = () => {
  const blocked = useBlockStore((state) => state.blocked);
  if (blocked.length === 0) return <p className="text-body text-muted">You have not blocked anybody.</p>;
  return (
    <ul aria-label="Blocked people" className="divide-y divide-line">
      {blocked.map(({ _id, userName, fullName }) => (
        <li key={_id} className="flex items-center gap-3 py-2">
          <Avatar id={_id} name={fullName || userName} size={36} />
          <Link to={paths.profile.getHref(userName)} className="min-w-0 flex-1 hover:underline">
            <span dir="auto" className="block w-fit max-w-full truncate font-semibold">
              {fullName || userName}
            </span>
            <span className="block truncate text-meta text-muted">@{userName}</span>
          </Link>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Unblock @${userName}`}
            onClick={() => unblockAuthor(_id, new Date())}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
};

type Chosen = 'theme' | 'motion' | 'dataSaver' | 'sensitive';

interface ChoiceProps<N extends Chosen> {
  name: N;
  label: string;
  options: readonly { value: Preferences[N]; label: string }[];
}

/** One of several, of which one holds. */
const Choice = <N extends Chosen>({ name, label, options }: ChoiceProps<N>) => (
  <div className="max-w-sm">
    <Segmented
      label={label}
      options={options}
      value={usePreferences((state) => state[name])}
      onChange={(value) => setPreference(name, value)}
    />
  </div>
);

const Switch = ({ name, label }: { name: 'autoplay' | 'hideCounts' | 'shortcuts'; label: string }) => (
  <Checkbox
    label={label}
    checked={usePreferences((state) => state[name] === 'on')}
    onChange={(event) => setPreference(name, event.target.checked ? 'on' : 'off')}
  />
);

/** How the app looks, moves and listens to keys in this browser, and whom and what it leaves out. */
export const AppearanceSettings = () => {
  const { user } = useViewer();
  return (
    <>
      <SettingsSection title="Theme" text="How Social Feed looks in this browser.">
        <Choice name="theme" label="Theme" options={THEMES} />
      </SettingsSection>
      <SettingsSection title="Motion" text="Reduced leaves out everything that glides or bounces.">
        <Choice name="motion" label="Motion" options={MOTIONS} />
      </SettingsSection>
      <SettingsSection title="Videos" text="They stop when they are out of sight.">
        <Switch name="autoplay" label="Play videos by themselves, without sound" />
      </SettingsSection>
      <SettingsSection
        title="Sensitive pictures"
        text="Pictures and videos that their authors mark as sensitive."
      >
        <Choice name="sensitive" label="Sensitive pictures" options={SENSITIVE} />
      </SettingsSection>
      <SettingsSection
        title="Data saver"
        text="On asks for small pictures, and for no video until you play it. System does what the browser asks for."
      >
        <Choice name="dataSaver" label="Data saver" options={SAVERS} />
      </SettingsSection>
      <SettingsSection title="Counts" text="Those of profiles, with their analytics, are left out as well.">
        <Switch name="hideCounts" label="Hide how many like, comment, share, save and view" />
      </SettingsSection>
      <SettingsSection title="Keyboard" text="Page Up, Page Down and Esc work either way.">
        <Switch name="shortcuts" label="Single letters act on posts: j, k, l, c, o and ?" />
      </SettingsSection>
      <SettingsSection title="Blocked" text="Their posts and comments stay out of your lists.">
        <BlockedList />
      </SettingsSection>
      {user ? (
        <SettingsSection
          title="Muted words"
          text="Posts with one of them are hidden behind a line that says so."
        >
          <MutedWords viewerId={user._id} />
        </SettingsSection>
      ) : null}
    </>
  );
};

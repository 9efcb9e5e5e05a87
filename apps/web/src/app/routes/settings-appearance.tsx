import { Link } from 'react-router-dom';
import { Segmented } from '../../components/ui/segmented';
import { Checkbox } from '../../components/ui/checkbox';
import { setPreference, usePreferences } from '../../lib/preferences';
import { useBlockStore } from '../../cache/block-store';
import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import { paths } from '../../config/paths';
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

/** The people whose posts this browser leaves out, each with Unblock. */
const BlockedList = () => {
  const blocked = useBlockStore((state) => state.blocked);
  const unblock = useBlockStore((state) => state.unblock);
  if (blocked.length === 0) return <p className="text-body text-muted">You have not blocked anybody.</p>;
  return (
    <ul aria-label="Blocked people" className="divide-y divide-line">
      {blocked.map(({ _id, userName, fullName }) => (
        <li key={_id} className="flex items-center gap-3 py-2">
          <Avatar id={_id} name={fullName || userName} size={36} />
          <Link to={paths.profile.getHref(userName)} className="min-w-0 flex-1 hover:underline">
            <span dir="auto" className="block truncate font-semibold">
              {fullName || userName}
            </span>
            <span className="block truncate text-meta text-muted">@{userName}</span>
          </Link>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Unblock @${userName}`}
            onClick={() => unblock(_id, new Date())}
          >
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** How the app looks, moves and listens to keys in this browser, and whom it leaves out. */
export const AppearanceSettings = () => {
  const { theme, motion, autoplay, shortcuts } = usePreferences();
  return (
    <>
      <SettingsSection title="Theme" text="How Social Feed looks in this browser.">
        <div className="max-w-sm">
          <Segmented
            label="Theme"
            options={THEMES}
            value={theme}
            onChange={(value) => setPreference('theme', value)}
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Motion" text="Reduced leaves out everything that glides or bounces.">
        <div className="max-w-sm">
          <Segmented
            label="Motion"
            options={MOTIONS}
            value={motion}
            onChange={(value) => setPreference('motion', value)}
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Videos" text="They stop when they are out of sight.">
        <Checkbox
          label="Play videos by themselves, without sound"
          checked={autoplay === 'on'}
          onChange={(event) => setPreference('autoplay', event.target.checked ? 'on' : 'off')}
        />
      </SettingsSection>
      <SettingsSection title="Keyboard" text="Page Up, Page Down and Esc work either way.">
        <Checkbox
          label="Single letters act on posts: j, k, l, c, o and ?"
          checked={shortcuts === 'on'}
          onChange={(event) => setPreference('shortcuts', event.target.checked ? 'on' : 'off')}
        />
      </SettingsSection>
      <SettingsSection
        title="Blocked"
        text="Their posts and comments stay out of your lists in this browser."
      >
        <BlockedList />
      </SettingsSection>
    </>
  );
};

import { t } from '@lingui/core/macro';
import { writtenSetting, type InstanceSettings } from '@social-feed/contracts';
import { reportExamples } from '../../../cache/mute-examples';
import { DraftFooter } from '../../../components/ui/draft-footer';
import { useDraftForm } from '../../../lib/use-draft-form';
import { useOwnAccount } from '../../../lib/viewer';
import { SettingField } from './setting-field';
import { changesOf, isSettingTexts, problemOf, TYPED, type SettingTexts } from './settings-fields';
import type { SaveSettings } from './use-save-settings';

interface InstanceFormProps {
  settings: InstanceSettings;
  defaults: InstanceSettings;
  onSave: SaveSettings;
}

/** The settings that are typed. Sends only what changed; unsaved input survives errors and reloads. */
export const InstanceForm = ({ settings, defaults, onSave }: InstanceFormProps) => {
  const form = useDraftForm<SettingTexts>({
    name: `instance-draft:${useOwnAccount()?._id ?? ''}`,
    isDraft: isSettingTexts,
    isChange: (typed) => Object.keys(changesOf(settings, typed)).length > 0,
    check: (typed) =>
      Object.fromEntries(TYPED.map(([name, field]) => [name, problemOf(field, typed[name] ?? '')])),
    save: (typed) => onSave(changesOf(settings, typed)),
    success: t`Saved`,
  });
  return (
    <form {...form.props} aria-label={t`Instance`} className="flex flex-col gap-5">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {TYPED.map(([name, field]) => (
          <SettingField
            key={name}
            field={field}
            more={name === 'reportWords' ? reportExamples : undefined}
            whenEmpty={writtenSetting(defaults[name])}
            {...form.bind(name)}
            value={form.fields[name] ?? writtenSetting(settings[name])}
          />
        ))}
      </div>
      <DraftFooter form={form} />
    </form>
  );
};

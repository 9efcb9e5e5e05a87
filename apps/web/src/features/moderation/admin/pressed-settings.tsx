import {
  SETTING_NAMES,
  SETTINGS,
  type InstanceSettings,
  type SettingName,
  type SettingsPage,
} from '@social-feed/contracts';
import { useMutation } from '@tanstack/react-query';
import { Checkbox } from '../../../components/ui/checkbox';
import { Segmented } from '../../../components/ui/segmented';
import { messageOf } from '../../../lib/api-error';
import { askConfirmation } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { useSaveSettings } from './use-save-settings';

interface PressedSettingsProps {
  page: SettingsPage;
  /** Undefined until they are known. */
  settings: Partial<InstanceSettings> | undefined;
}

/** The switches and choices of a page, saved with each press. */
export const PressedSettings = ({ page, settings }: PressedSettingsProps) => {
  const { mutate, isPending } = useMutation({
    mutationFn: useSaveSettings(),
    retry: false,
    onError: (error) => toast.error(messageOf(error)),
  });
  const press = (name: SettingName, value: unknown): void => {
    if (!isPending) mutate({ [name]: value });
  };
  return (
    <div className="flex flex-col">
      {SETTING_NAMES.map((name) => {
        const { field, default: fallback } = SETTINGS[name];
        if (!('page' in field) || field.page !== page) return null;
        const value = settings?.[name] ?? fallback;
        if (field.kind === 'choice')
          return (
            <div key={name} className="-mx-4 mb-3 overflow-x-auto px-4 [scrollbar-width:none]">
              <div className="min-w-max">
                <Segmented
                  label={field.label}
                  size="sm"
                  options={Object.fromEntries(
                    Object.entries(field.options).map(([option, { label }]) => [option, label]),
                  )}
                  value={String(value)}
                  disabled={isPending || settings === undefined}
                  onChange={(option) => press(name, option)}
                />
              </div>
            </div>
          );
        const { label, values: [off, on] = [false, true], ask } = field;
        const turn = async (isOn: boolean): Promise<void> => {
          if (!isOn || ask === undefined || (await askConfirmation(ask))) press(name, isOn ? on : off);
        };
        return (
          <Checkbox
            key={name}
            label={label}
            checked={value === on}
            disabled={settings === undefined}
            onChange={({ target }) => void turn(target.checked)}
          />
        );
      })}
    </div>
  );
};

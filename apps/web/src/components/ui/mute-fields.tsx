import { t } from '@lingui/core/macro';
import { MUTE_ENDS, type useMuteForm } from '../../cache/use-mute-form';
import { Checkbox } from './checkbox';
import { Segmented } from './segmented';
import { TextField } from './text-field';

interface MuteFieldsProps {
  form: ReturnType<typeof useMuteForm>;
  label: string;
}

/** A word or tag to mute, whether exactly as written, and for how long. */
export const MuteFields = ({ form, label }: MuteFieldsProps) => (
  <>
    <TextField
      label={label}
      dir="auto"
      autoComplete="off"
      autoCapitalize="none"
      note={form.note}
      {...form.bind('word')}
    />
    <Checkbox {...form.exactBox} />
    <Segmented
      label={t`For how long`}
      size="sm"
      options={MUTE_ENDS}
      value={form.fields.end}
      onChange={(end) => form.set({ end })}
    />
  </>
);

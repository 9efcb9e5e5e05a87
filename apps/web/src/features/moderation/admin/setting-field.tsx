import { t } from '@lingui/core/macro';
import { typedSetting, type TypedField } from '@social-feed/contracts';
import type { ChangeEvent, ReactElement } from 'react';
import { TextArea } from '../../../components/ui/text-area';
import { TextField } from '../../../components/ui/text-field';
import { leftOf } from '../../../lib/length';
import { sentences } from '../../../lib/words/sentences';

interface SettingFieldProps {
  field: TypedField;
  /** Says more about the entries of a list during typing. */
  more?: ((entries: readonly string[]) => string) | undefined;
  /** The default, as text. */
  whenEmpty: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

const COLOUR = '#1d9bf0';
const FOR_PROGRAMS = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** The field of a setting that is typed. */
export const SettingField = ({ field, more, whenEmpty, ...bound }: SettingFieldProps): ReactElement => {
  const { label, hint = t`Empty: ${whenEmpty}`, half } = field;
  const note = { tone: 'hint', text: hint } as const;
  const shared = { label, note, className: half ? '' : 'sm:col-span-2', ...bound };
  switch (field.kind) {
    case 'line':
      return <TextField {...shared} dir="auto" />;
    case 'code':
      return <TextField {...shared} {...FOR_PROGRAMS} />;
    case 'colour':
      return (
        <TextField
          {...shared}
          {...FOR_PROGRAMS}
          placeholder={COLOUR}
          leading={
            <span
              aria-hidden
              className="size-5 rounded-full border border-line"
              style={{ background: /^#[0-9a-f]{6}$/i.test(bound.value) ? bound.value : 'var(--accent)' }}
            />
          }
        />
      );
    case 'list': {
      const entries = typedSetting(field, bound.value) as string[];
      const text = sentences(hint, more?.(entries));
      return <TextArea {...shared} dir="auto" note={{ tone: 'hint', text }} />;
    }
    case 'text':
      return <TextArea {...shared} dir="auto" note={leftOf(bound.value, field.max) ?? note} />;
  }
};

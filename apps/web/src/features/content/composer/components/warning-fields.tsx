import { t } from '@lingui/core/macro';
import { POST_LIMITS } from '@social-feed/contracts';
import { Checkbox } from '../../../../components/ui/checkbox';
import { FieldMessage, TextField } from '../../../../components/ui/text-field';
import { leftOf } from '../../../../lib/length';
import { type Draft, type DraftErrors } from '../model/composer-rules';

interface WarningFieldsProps extends Pick<Draft, 'contentWarning' | 'sensitive'> {
  errors: DraftErrors;
  onChange: (change: Partial<Draft>) => void;
}

/** Content warning shown before the post is opened, and whether its pictures are blurred. */
export const WarningFields = ({ contentWarning, sensitive, errors, onChange }: WarningFieldsProps) => (
  <div className="flex flex-col gap-1 rounded-media border border-line p-3">
    <TextField
      label={t`Content warning`}
      name="contentWarning"
      dir="auto"
      autoComplete="off"
      placeholder={t`What readers may not want to see`}
      value={contentWarning}
      error={errors.contentWarning}
      note={leftOf(contentWarning, POST_LIMITS.contentWarningMax)}
      onChange={(event) => onChange({ contentWarning: event.target.value })}
    />
    <Checkbox
      label={t`Sensitive pictures`}
      checked={sensitive}
      aria-invalid={errors.sensitive ? true : undefined}
      aria-describedby="composer-sensitive-message"
      onChange={(event) => onChange({ sensitive: event.target.checked })}
    />
    <FieldMessage id="composer-sensitive-message" error={errors.sensitive} />
  </div>
);

import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Checkbox } from '../../../../components/ui/checkbox';
import { LinkedText } from '../../../../components/ui/linked-text';
import { FieldMessage } from '../../../../components/ui/text-field';

interface RulesFieldProps {
  rules: readonly string[];
  accepted: boolean;
  error: string | undefined;
  onChange: (accepted: boolean) => void;
}

/** The host's rules, to be accepted before an account is made. */
export const RulesField = ({ rules, accepted, error, onChange }: RulesFieldProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-media bg-fill px-4 py-3">
      <h2 id={id} className="font-semibold">
        {t`Rules`}
      </h2>
      <ol className="mt-1.5 list-decimal ps-[1.5em]">
        {rules.map((rule) => (
          <li key={rule} className="wrap-anywhere">
            <p dir="auto">
              <LinkedText text={rule} />
            </p>
          </li>
        ))}
      </ol>
      <Checkbox
        label={t`I agree to the rules`}
        required
        checked={accepted}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <FieldMessage id={`${id}-message`} error={error} />
    </section>
  );
};

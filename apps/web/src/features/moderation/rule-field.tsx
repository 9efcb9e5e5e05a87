import type { ComponentProps } from 'react';
import { SelectField } from '../../components/ui/select-field';

interface RuleFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  /** The rules of the host. Without any there is no field. */
  rules: readonly string[];
}

/** Chooses the rule that was broken. */
export const RuleField = ({ rules, ...field }: RuleFieldProps) =>
  rules.length === 0 ? null : (
    <SelectField label="Broken rule" {...field}>
      <option value="">None</option>
      {rules.map((rule, index) => (
        <option key={rule} value={rule}>{`${index + 1}. ${rule}`}</option>
      ))}
    </SelectField>
  );

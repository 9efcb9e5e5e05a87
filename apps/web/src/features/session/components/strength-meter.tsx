import { StrengthBars } from '../../../components/ui/strength-bars';
import { passwordStrength } from '../model/signup-rules';

const TONES = ['bg-danger-fill', 'bg-danger-fill', 'bg-warning', 'bg-success', 'bg-success'];

/** Four bars and a word for how strong a password is (A §5). */
export const StrengthMeter = ({ password }: { password: string }) => {
  const { bars, label } = passwordStrength(password);
  if (password === '') return null;
  return (
    <div className="mt-2.5">
      <StrengthBars of={4} filled={bars} tone={TONES[bars]} label={label} />
    </div>
  );
};

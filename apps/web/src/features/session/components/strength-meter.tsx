import { StrengthBars } from '../../../components/ui/strength-bars';
import { passwordStrength } from '../model/signup-rules';

/** Four bars and a word for how strong a password is (A §5). */
export const StrengthMeter = ({ password }: { password: string }) => {
  const { bars, label } = passwordStrength(password);
  if (password === '') return null;
  return (
    <div className="mt-2.5">
      <StrengthBars of={4} filled={bars} label={label} />
    </div>
  );
};

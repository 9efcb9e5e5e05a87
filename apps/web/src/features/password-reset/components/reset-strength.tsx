import { StrengthBars } from '../../../components/ui/strength-bars';
import { GUIDANCE, resetStrength } from '../model/reset-rules';

/** Five bars, a word and what a good password needs (A §5). */
export const ResetStrength = ({ password }: { password: string }) => {
  const { score, label } = resetStrength(password);
  return (
    <div className="mt-2.5">
      {password === '' ? null : (
        <div className="mb-1.5">
          <StrengthBars of={5} filled={score} label={label} />
        </div>
      )}
      <p className="text-meta text-muted">{GUIDANCE}</p>
    </div>
  );
};

import type { SignInStep } from '../model/sign-in-step';
import { AnswerSuspension } from './answer-suspension';
import { SecondStep } from './second-step';

interface NextStepProps {
  step: SignInStep;
  onBack: () => void;
}

/** What a sign-in needs beyond the form. */
export const NextStep = ({ step, onBack }: NextStepProps) =>
  step === 'second_factor_required' ? <SecondStep onBack={onBack} /> : <AnswerSuspension onBack={onBack} />;

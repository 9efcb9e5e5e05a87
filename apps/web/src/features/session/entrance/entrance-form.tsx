import { useState } from 'react';
import type { Elements } from '../../../lib/elements';
import type { FormMessage } from '../../../lib/use-form';
import { SignupForm } from '../components/signup-form';
import { Applied, NoEntrance } from './no-entrance';
import { useEntrance } from './use-entrance';

interface EntranceFormProps {
  /** The query of the page's address, which may name an invitation. */
  search: string;
  notice: FormMessage | null;
  onSuccess: () => void;
  onBusyChange: (busy: boolean) => void;
  /** The ways by providers. @param entry what their address needs; throws what the user must do first */
  children?: (entry: () => Record<string, string>) => Elements;
}

/** The sign-up form as the mode of registration has it: to sign up, to apply, or why there is none. */
export const EntranceForm = ({ search, children, ...form }: EntranceFormProps) => {
  const entrance = useEntrance(search);
  const [appliedBy, setAppliedBy] = useState<string>();
  const socialEntry = (): Record<string, string> => {
    if (!entrance.applies) return entrance.invite;
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name=sentence]');
    const text = field?.value.trim() ?? '';
    if (text !== '') return { sentence: text };
    field?.focus();
    throw new Error('Please write a sentence about yourself first.');
  };

  if (appliedBy !== undefined) return <Applied email={appliedBy} />;
  if (entrance.isClosed) return <NoEntrance mode={entrance.mode} isOver={entrance.isInvitationOver} />;
  return (
    <>
      {entrance.from === undefined ? null : (
        <p className="mb-4 rounded-media bg-fill p-4">{`@${entrance.from} invites you.`}</p>
      )}
      <SignupForm
        {...form}
        send={entrance.send}
        applies={entrance.applies}
        status={entrance.proofText}
        onApplied={setAppliedBy}
      />
      {children?.(socialEntry)}
    </>
  );
};

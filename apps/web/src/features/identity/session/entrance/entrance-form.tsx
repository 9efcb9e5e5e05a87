import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Inviter } from '@social-feed/contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { Avatar } from '../../../../components/ui/avatar';
import { Spinner } from '../../../../components/ui/spinner';
import type { Elements } from '../../../../lib/elements';
import { LOCALE } from '../../../../lib/locale';
import { useInstanceName } from '../../../../lib/instance-store';
import type { FormMessage } from '../../../../lib/use-form';
import { SignupForm } from '../components/signup-form';
import { keepSignUp } from '../model/kept-sign-up';
import { Applied, NoEntrance } from './no-entrance';
import { useEntrance, type Entrance } from './use-entrance';

interface EntranceFormProps {
  /** The query of the page's address, which may name an invitation. */
  search: string;
  notice: FormMessage | null;
  /** Whether a provider's sign-in sent an application. */
  applied?: boolean;
  /** Of the instance, below who invites. */
  pictures?: Elements;
  onSuccess: () => void;
  onBusyChange: (busy: boolean) => void;
  /** The ways by providers. @param entry what their address needs; throws what the user must do first */
  children?: (entry: () => Record<string, string>) => Elements;
  /** Below the form, or what is in its place. */
  footer?: ReactNode;
}

interface InvitedProps {
  by: Inviter;
  people: number;
  pictures: Elements;
}

/** Who invites, to which instance, and what is there. */
const Invited = ({ by: { _id, from, fullName, profilepic }, people, pictures }: InvitedProps) => {
  const instance = useInstanceName();
  const shown = people.toLocaleString(LOCALE);
  const invites = (
    <Trans>
      <span className="block">
        <bdi className="text-section font-bold">{fullName}</bdi>{' '}
        <bdi dir="ltr" translate="no" className="text-muted">
          (@{from})
        </bdi>
      </span>{' '}
      invites you to <bdi>{instance}.</bdi>
    </Trans>
  );
  const are = plural(people, { one: `${shown} person is here.`, other: `${shown} people are here.` });
  return (
    <>
      <span className="flex items-center gap-3">
        <Avatar id={_id} name={fullName} src={profilepic} size={56} />
        <span className="min-w-0 wrap-anywhere">
          <Trans comment="Two sentences. The space between them is that of the language, if it has one.">
            {invites} <span className="text-muted">{are}</span>
          </Trans>
        </span>
      </span>
      {pictures}
    </>
  );
};

/** Information to read before filling in the form. */
const noteOf = (
  { invitation: { is, by, people = 1 }, mode, applies }: Entrance,
  pictures: Elements,
): ReactNode => {
  if (by) return <Invited by={by} people={people} pictures={pictures} />;
  if (is === 'unchecked') return t`Your invitation could not be checked yet. It is checked with the form.`;
  if (is !== 'over') return applies ? t`The moderators approve new accounts.` : undefined;
  if (applies) return t`This invitation has ended, but you need none: the moderators approve new accounts.`;
  return mode === 'open'
    ? t`This invitation has ended, but you need none: everybody can sign up.`
    : undefined;
};

/** The sign-up form as the mode of registration has it: to sign up, to apply, or why there is none. */
export const EntranceForm = ({
  search,
  applied = false,
  pictures,
  children,
  footer,
  ...form
}: EntranceFormProps) => {
  const entrance = useEntrance(search);
  const [appliedBy, setAppliedBy] = useState<string>();
  const socialEntry = (): Record<string, string> => {
    if (!entrance.applies) return entrance.invite;
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name=sentence]');
    const text = field?.value.trim() ?? '';
    if (text === '') {
      field?.focus();
      throw new Error(t`Please write a sentence about yourself first.`);
    }
    return { sentence: text };
  };
  const isApplied = applied || appliedBy !== undefined;
  useEffect(() => {
    if (isApplied) keepSignUp(null);
  }, [isApplied]);

  if (entrance.isAsking) return <Spinner label={t`Loading`} className="min-h-24 text-muted" />;
  const note = noteOf(entrance, pictures);
  return (
    <>
      {isApplied ? (
        <Applied email={appliedBy} />
      ) : entrance.isClosed ? (
        <NoEntrance {...entrance} />
      ) : (
        <>
          {note === undefined ? null : <p className="mb-4 rounded-media bg-fill p-4">{note}</p>}
          <SignupForm
            {...form}
            send={entrance.send}
            applies={entrance.applies}
            status={entrance.proofText}
            onApplied={setAppliedBy}
          />
          {children?.(socialEntry)}
        </>
      )}
      {footer ? <div className="mt-6 text-body text-muted">{footer}</div> : null}
    </>
  );
};

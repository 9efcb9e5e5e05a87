import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { contactHref } from '../../../../lib/contact-href';
import type { Elements } from '../../../../lib/elements';
import { useKnownInstance } from '../../../../lib/instance-store';
import type { Entrance } from './use-entrance';

interface NoticeProps {
  title: string;
  text: string;
  /** Whether it takes the focus of the form that was here. */
  focused: boolean;
  children?: Elements;
}

/** Shown instead of the form. */
const Notice = ({ title, text, focused, children }: NoticeProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <div ref={box} tabIndex={-1} role="status" className="rounded-media bg-fill p-4 outline-none">
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="mt-1 wrap-anywhere text-muted">{text}</p>
      {children}
    </div>
  );
};

const Contact = () => {
  const contact = useKnownInstance()?.contact ?? '';
  if (contact === '') return null;
  return (
    <a
      href={contactHref(contact)}
      className="mt-1 -mb-2 inline-flex min-h-11 max-w-full items-center font-semibold text-accent-text hover:underline"
    >
      <span className="wrap-anywhere">{t`Ask ${contact}`}</span>
    </a>
  );
};

/** Why nobody can sign up here now. */
export const NoEntrance = ({ mode, invitation, hasSent }: Entrance) =>
  mode === 'closed' ? (
    <Notice
      title={t`Registration is closed`}
      text={t`New accounts cannot be created here at the moment.`}
      focused={hasSent}
    >
      <Contact />
    </Notice>
  ) : invitation.is === 'over' ? (
    <Notice
      title={t`This invitation has ended`}
      text={t`It is used up, or its time is over. Ask the member who invited you for another one.`}
      focused={hasSent}
    />
  ) : (
    <Notice
      title={t`You need an invitation`}
      text={t`Ask a member for one. Its link opens this page.`}
      focused={hasSent}
    >
      <Contact />
    </Notice>
  );

/** After an application. @param email undefined if a provider sent it */
export const Applied = ({ email }: { email?: string | undefined }) => (
  <Notice
    title={t`Your application is sent`}
    text={
      email === undefined
        ? t`The moderators read it. You get a mail when they have decided, within 90 days.`
        : t`The moderators read it. You get a mail to ${email} when they have decided, within 90 days.`
    }
    focused
  />
);

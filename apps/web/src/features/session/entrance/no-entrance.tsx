import { useEffect, useRef } from 'react';

interface NoticeProps {
  title: string;
  text: string;
}

/** Stands in place of the form. */
const Notice = ({ title, text }: NoticeProps) => (
  <div className="rounded-media bg-fill p-4">
    <h2 className="text-title font-semibold">{title}</h2>
    <p className="mt-1 text-muted">{text}</p>
  </div>
);

/** Why nobody can sign up here now. */
export const NoEntrance = ({ mode, isOver }: { mode: string; isOver: boolean }) =>
  mode === 'closed' ? (
    <Notice title="Registration is closed" text="New accounts cannot be created here at the moment." />
  ) : (
    <Notice
      title={isOver ? 'This invitation has ended' : 'You need an invitation'}
      text={
        isOver
          ? 'It is used up, or its time is over. Ask the member who invited you for another one.'
          : 'Ask a member for one. Its link opens this page.'
      }
    />
  );

/** After an application. Takes the focus of the form that was here. */
export const Applied = ({ email }: { email: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="outline-none">
      <Notice
        title="Your application is sent"
        text={`The moderators read it. You get a mail to ${email} when they have decided, within 90 days.`}
      />
    </div>
  );
};

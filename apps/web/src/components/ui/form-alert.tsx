import { CircleAlert, CircleCheck } from 'lucide-react';
import { cx } from '../../lib/class-names';
import type { FormMessage } from '../../lib/use-form';

const Box = ({ message: { tone, text } }: { message: FormMessage }) => {
  const Icon = tone === 'error' ? CircleAlert : CircleCheck;
  return (
    <p
      role={tone === 'error' ? 'alert' : undefined}
      className={cx(
        'flex animate-fade items-start gap-2.5 rounded-media px-3.5 py-3 text-body font-medium',
        tone === 'error' ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success',
      )}
    >
      <Icon size="1.1875em" className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0">{text}</span>
    </p>
  );
};

/**
 * A message about the whole form, above its button. Screen readers announce it at once. The live region for successes
 * is always there, because they ignore a region that appears together with its text.
 */
export const FormAlert = ({ message }: { message: FormMessage | null }) => (
  <>
    <div aria-live="polite" className="empty:absolute">
      {message?.tone === 'success' ? <Box message={message} /> : null}
    </div>
    {message?.tone === 'error' ? <Box message={message} /> : null}
  </>
);

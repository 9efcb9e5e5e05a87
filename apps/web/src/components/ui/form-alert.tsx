import { CircleAlert, CircleCheck } from 'lucide-react';
import { cx } from '../../lib/class-names';
import type { FormMessage } from '../../lib/use-form';

/** A message about the whole form, above its button; announced at once. */
export const FormAlert = ({ message }: { message: FormMessage | null }) => {
  if (message === null) return null;
  const Icon = message.tone === 'error' ? CircleAlert : CircleCheck;
  return (
    <p
      role={message.tone === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex animate-fade items-start gap-2.5 rounded-media px-3.5 py-3 text-body font-medium',
        message.tone === 'error' ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success',
      )}
    >
      <Icon size={19} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0">{message.text}</span>
    </p>
  );
};

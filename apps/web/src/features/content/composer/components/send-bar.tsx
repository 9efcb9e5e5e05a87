import { plural, t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { IconButton } from '../../../../components/ui/icon-button';
import { UNSAVED_MESSAGE } from '../../../../lib/unsaved-drafts';
import { useClose } from '../../../../lib/use-close';
import type { useComposer } from '../hooks/use-composer';

export type ComposerState = ReturnType<typeof useComposer>;

interface BarProps {
  editing: boolean;
  composer: ComposerState;
}

const keptWords = (others: number): string => {
  if (others === 0) return t`Draft saved in this browser`;
  const all = others + 1;
  return plural(others, {
    one: `${all} drafts kept in this browser; the other opens after this one`,
    other: `${all} drafts kept in this browser; the others open after this one`,
  });
};

/** Says why the post cannot be sent yet, or whether its draft is stored. */
export const ComposerStatus = ({ composer, className }: { composer: ComposerState; className: string }) => {
  const { changed, others, unsaved, blocked, scheduled } = composer;
  return (
    <p id="composer-state" role="status" className={className}>
      <span>{blocked ?? (changed ? (unsaved ? UNSAVED_MESSAGE : keptWords(others)) : '')}</span>
      {scheduled ? <span className="block">{t`Publishes ${scheduled}`}</span> : null}
    </p>
  );
};

/** Publishes the post, or saves it. */
export const SendButton = ({ editing, composer, size = 'md' }: BarProps & { size?: 'sm' | 'md' }) => {
  const { isPending, isNothing, blocked } = composer;
  const [idle, busy] =
    editing || composer.isScheduled
      ? [t`Save`, t`Saving...`]
      : [t({ message: 'Post', context: 'verb' }), t`Posting...`];
  return (
    <Button
      type="submit"
      size={size}
      // quiet while there is nothing to post; a press says what is missing
      variant={isNothing ? 'soft' : 'primary'}
      busy={isPending}
      disabled={blocked !== undefined}
      aria-describedby={blocked === undefined ? undefined : 'composer-state'}
    >
      {isPending ? busy : idle}
    </Button>
  );
};

interface PhoneBarProps extends BarProps {
  title: string;
}

/** Top bar on phones, where the form is the whole page: leaves it or sends the post; the error is below. */
export const PhoneBar = ({ title, editing, composer }: PhoneBarProps) => {
  const close = useClose();
  return (
    <div
      className="sticky z-10 border-b border-line bg-surface"
      style={{ top: 'var(--pushed, 0px)', paddingTop: 'env(safe-area-inset-top)' }}
    >
      <div className="flex items-center gap-2 px-2" style={{ minHeight: '3.25rem' }}>
        <IconButton label={t`Cancel`} onClick={close}>
          <X size="1.25em" aria-hidden />
        </IconButton>
        <h1 className="min-w-0 flex-1 text-center text-meta font-semibold text-muted">{title}</h1>
        <SendButton size="sm" editing={editing} composer={composer} />
      </div>
      {composer.form.message ? (
        <div className="p-3">
          <FormAlert message={composer.form.message} />
        </div>
      ) : null}
    </div>
  );
};

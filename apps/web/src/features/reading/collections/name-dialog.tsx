import { t } from '@lingui/core/macro';
import { COLLECTION_LIMITS, isBlank } from '@social-feed/contracts';
import { useId } from 'react';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { FormAlert } from '../../../components/ui/form-alert';
import { TextField } from '../../../components/ui/text-field';
import { leftOf, tooLong } from '../../../lib/length';
import { useForm } from '../../../lib/use-form';

interface NameDialogProps {
  title: string;
  label: string;
  initial?: string;
  /** Stores the name; rejects with the error to show. */
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a collection. Load it lazily. */
export const NameDialog = ({ title, label, initial = '', save, onClose }: NameDialogProps) => {
  const formId = useId();
  const form = useForm({
    initial: { name: initial },
    check: ({ name }) => ({ name: tooLong(name, COLLECTION_LIMITS.nameMax) }),
    send: async ({ name }) => {
      await save(name.trim());
      return onClose;
    },
  });
  const { name } = form.fields;
  return (
    <Dialog
      onClose={onClose}
      title={title}
      cancel={t`Cancel`}
      busy={form.busy !== null}
      actions={
        <Button type="submit" form={formId} busy={form.busy !== null} disabled={isBlank(name)}>
          {label}
        </Button>
      }
    >
      <form {...form.props} id={formId}>
        <TextField
          label={t({ message: 'Name', context: 'of a collection' })}
          dir="auto"
          autoComplete="off"
          note={leftOf(name, COLLECTION_LIMITS.nameMax)}
          {...form.bind('name')}
        />
        <FormAlert message={form.message} />
      </form>
    </Dialog>
  );
};

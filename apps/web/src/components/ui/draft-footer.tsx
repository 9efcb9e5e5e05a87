import { t } from '@lingui/core/macro';
import { UNSAVED_MESSAGE } from '../../lib/unsaved-drafts';
import type { FormMessage } from '../../lib/use-form';
import { Button } from './button';
import { FormAlert } from './form-alert';
import { sentences } from '../../lib/words/sentences';

interface DraftFooterProps {
  /** Of `useDraftForm`. */
  form: {
    message: FormMessage | null;
    busy: string | null;
    dirty: boolean;
    isStored: boolean;
    setFields: (fields: object) => void;
  };
}

/** The end of a form of unsaved edits: its message, its state, and the buttons that discard and save. */
export const DraftFooter = ({ form: { message, busy, dirty, isStored, setFields } }: DraftFooterProps) => (
  <>
    <FormAlert message={message} />
    <div className="flex items-center gap-2">
      <p role="status" className="min-w-0 flex-1 text-meta text-muted">
        {dirty ? (isStored ? t`Not saved yet` : sentences(t`Not saved yet.`, UNSAVED_MESSAGE)) : ''}
      </p>
      {dirty && busy === null ? (
        <Button variant="ghost" onClick={() => setFields({})}>
          {t`Discard`}
        </Button>
      ) : null}
      <Button type="submit" disabled={!dirty} busy={busy !== null}>
        {busy ? t`Saving...` : t`Save`}
      </Button>
    </div>
  </>
);

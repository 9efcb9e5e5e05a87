import { t } from '@lingui/core/macro';
import { showFormerTexts } from '../../../../lib/dialogs';

/** Marks a text as edited; a press shows its earlier versions. */
export const Edited = ({ of, id }: { of: 'post' | 'comment'; id: string }) => (
  <>
    <span aria-hidden>·</span>
    <button
      type="button"
      title={t`Former texts`}
      aria-haspopup="dialog"
      onClick={() => showFormerTexts(of, id)}
      className="-my-1 shrink-0 py-1 hover:underline"
    >
      {t`edited`}
    </button>
  </>
);

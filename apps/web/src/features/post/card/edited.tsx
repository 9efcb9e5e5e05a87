import { showFormerTexts } from '../../../lib/dialogs';

/** Says that a text was edited; a press shows what it was before. */
export const Edited = ({ of, id }: { of: 'post' | 'comment'; id: string }) => (
  <>
    <span aria-hidden>·</span>
    <button
      type="button"
      title="Former texts"
      aria-haspopup="dialog"
      onClick={() => showFormerTexts(of, id)}
      className="-my-1 shrink-0 py-1 hover:underline"
    >
      edited
    </button>
  </>
);

import { Button } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';

interface SendBarProps {
  editing: boolean;
  isPending: boolean;
  /** Something is there that is not sent. */
  changed: boolean;
  /** More drafts of the same post, which other tabs left. */
  others: number;
  /** Why it cannot be sent yet. */
  blocked: string | undefined;
  /** What belongs to no field. */
  error: string | undefined;
  onDiscard: () => void;
}

const keptWords = (others: number): string => {
  if (others === 0) return 'Draft kept in this browser';
  const rest = others === 1 ? 'the other opens' : 'the others open';
  return `${others + 1} drafts kept in this browser; ${rest} after this one`;
};

/** The end of the form: why it waits or failed, and sending. Stays in sight below long texts. */
export const SendBar = ({ editing, isPending, changed, others, blocked, error, onDiscard }: SendBarProps) => {
  const [idle, busy] = editing ? ['Save', 'Saving...'] : ['Post', 'Posting...'];
  const said = blocked ?? (changed ? keptWords(others) : '');
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 flex flex-col gap-3 rounded-b-card border-t border-line bg-surface p-3 md:bottom-0 md:px-5">
      <FormAlert message={error ? { tone: 'error', text: error } : null} />
      <div className="flex items-center gap-2">
        <p id="composer-state" role="status" className="min-w-0 flex-1 text-meta text-muted">
          {said}
        </p>
        {changed && !isPending ? (
          <Button variant="ghost" className="px-4" onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        <Button
          type="submit"
          busy={isPending}
          disabled={blocked !== undefined}
          aria-describedby={blocked === undefined ? undefined : 'composer-state'}
        >
          {isPending ? busy : idle}
        </Button>
      </div>
    </div>
  );
};

import { EmptyFigure } from '../../../components/ui/figures';
import { Button } from '../../../components/ui/button';
import { useFocusAfter } from '../../../lib/use-focus-after';

/** There is no post at all: the welcome block (F §1, F §2). */
export const FeedEmpty = ({ onView, busy }: { onView: () => void; busy: boolean }) => {
  useFocusAfter('[role="feed"]');
  return (
    <section className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center">
      <EmptyFigure />
      <h2 className="mt-6 text-page font-semibold tracking-tight text-balance">Welcome to Social Feed</h2>
      <p className="mt-3 text-body text-pretty text-muted">
        A unique, relaxing platform to learn about people&apos;s thoughts, friends, family and the world.
      </p>
      <div className="mt-6">
        <Button busy={busy} onClick={onView}>
          View Posts
        </Button>
      </div>
    </section>
  );
};

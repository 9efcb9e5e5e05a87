import { CalendarClock, ChevronDown, FileText, Files, MessageCircle, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { IconButton } from '../../../../components/ui/icon-button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { paths } from '../../../../config/paths';
import { lazyPart } from '../../../../lib/lazy';
import type { useComposer } from '../hooks/use-composer';
import type { Folds } from '../hooks/use-folds';

const PublishLater = lazyPart(() => import('./publish-later'), 'PublishLater');

interface SendMenuProps {
  composer: ReturnType<typeof useComposer>;
  /** On phones, where the form has no button for who can comment. */
  folds?: Folds;
  /** Whether the post is published already. */
  editing: boolean;
}

/** The menu next to Post, for what is needed less often. Its items load with the first touch. */
export const SendMenu = ({ composer, folds, editing }: SendMenuProps) => {
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <LazyMenu
        align="end"
        trigger={
          <IconButton label="More for this post" disabled={composer.isPending}>
            <ChevronDown size="1.25em" aria-hidden />
          </IconButton>
        }
        items={[
          folds !== undefined && {
            label: 'Who can comment',
            icon: MessageCircle,
            movesFocus: true,
            onSelect: () => folds.press('comments'),
          },
          !editing && {
            label: 'Publish later…',
            icon: CalendarClock,
            movesFocus: true,
            onSelect: () => setChoosing(true),
          },
          composer.isScheduled && {
            label: 'Publish now',
            icon: Send,
            onSelect: () => void composer.publishNow(),
          },
          !editing && {
            label: composer.isScheduled ? 'Make it a draft again' : 'Save as draft',
            icon: FileText,
            onSelect: () => void composer.keep(null),
          },
          !editing && { label: 'Drafts', icon: Files, onSelect: () => void navigate(paths.drafts.getHref()) },
        ]}
      />
      {choosing ? (
        <Suspense>
          <PublishLater
            chosen={composer.publishing}
            onClose={() => setChoosing(false)}
            busy={composer.isPending}
            message={composer.form.message}
            onChoose={(publishing) => void composer.keep(publishing).then(setChoosing)}
          />
        </Suspense>
      ) : null}
    </>
  );
};

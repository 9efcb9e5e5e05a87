import { ImagePlus } from 'lucide-react';
import type { CurrentUser, Publishing } from '@social-feed/contracts';
import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { useFocusKept } from '../../../../lib/use-focus-kept';
import { useComposer, type KeepPost, type SendPost } from '../hooks/use-composer';
import { useFileIntake } from '../hooks/use-file-intake';
import { useFolds } from '../hooks/use-folds';
import { useKeyboardRoom } from '../hooks/use-keyboard-room';
import { shownMedia } from '../model/attachments';
import { EMPTY_DRAFT, type Draft } from '../model/composer-rules';
import { draftKeyOf } from '../model/draft-store';
import { ComposerFields } from './composer-fields';
import { IconDock } from './icon-dock';
import { PhoneBar, SendBar } from './send-bar';

/** Overlay of the whole page while files are dragged over it. */
const DropOverlay = () => (
  <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade place-items-center bg-scrim p-4 md:p-8">
    <div className="grid size-full place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed border-white text-center text-white">
      <ImagePlus size="2.75em" strokeWidth={1.6} aria-hidden />
      <p className="text-section font-semibold">Drop to add to your post</p>
    </div>
  </div>
);

interface ComposerFormProps {
  user: CurrentUser;
  /** The post being edited; absent for a new post. */
  editing?: { postId: string; draft: Draft };
  /** The draft of the account that is opened. */
  opened?: { draftId: string; draft: Draft; publishing: Publishing | null } | undefined;
  /** Renders the preview card. */
  preview: (draft: Draft) => ReactNode;
  onSend: SendPost;
  onKeep: KeepPost;
  onKept: (here: boolean) => void;
  /** `here` is false if the user has already left the page. */
  onSent: (here: boolean) => void;
  /** On phones the form is the whole page, with its title, a bar on top and a row of icons below. */
  compact: boolean;
  title: string;
  onCancel: () => void;
}

const PreviewSection = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="composer-preview" className="mt-6">
    <h2 id="composer-preview" className="mb-2 text-title font-semibold">
      Preview
    </h2>
    <div inert className="overflow-hidden rounded-card border border-line md:border-0">
      {children}
    </div>
  </section>
);

/** Form for title, text, pictures and videos, tags and location. The draft survives failures and reloads. */
export const ComposerForm = ({ user, editing, opened, preview, ...page }: ComposerFormProps) => {
  const { compact } = page;
  const composer = useComposer({
    storageKey: draftKeyOf(user._id, editing ?? opened),
    initial: (editing ?? opened)?.draft ?? EMPTY_DRAFT,
    publishing: opened?.publishing ?? null,
    onSend: page.onSend,
    onSent: page.onSent,
    onKeep: page.onKeep,
    onKept: page.onKept,
  });
  const { form, draft, attachments, isPending } = composer;
  const { ref, ...props } = form.props;
  const folds = useFolds(ref, compact, composer);
  useKeyboardRoom(ref);
  // After a picture is removed, focus the next one, or the file field.
  useFocusKept(ref, '[data-remove], input[type=file]');
  const over = useFileIntake((files) => {
    if (!isPending) attachments.add(files);
  });
  // On phones, the user writes at once.
  useEffect(() => {
    const text = compact ? ref.current?.querySelector('textarea') : null;
    text?.focus({ preventScroll: true });
    text?.setSelectionRange(text.value.length, text.value.length);
  }, [compact, ref]);
  const shown = useDeferredValue({ ...draft, media: shownMedia(attachments.list) });
  const card =
    shown.title.trim() + shown.description.trim() !== '' || shown.media.length > 0 ? (
      <PreviewSection>{preview(shown)}</PreviewSection>
    ) : null;
  const parts = { composer, folds, editing: editing !== undefined };

  return (
    <>
      <form
        {...props}
        ref={ref}
        onSubmit={(event) => void composer.submit(event)}
        aria-label={editing ? 'Edit Post' : 'Create Post'}
        className={
          compact ? 'flex min-h-dvh flex-col bg-surface' : 'rounded-card border border-line bg-surface'
        }
      >
        {compact ? <PhoneBar {...page} {...parts} /> : null}
        <ComposerFields user={user} compact={compact} {...parts} />
        {compact ? <div className="px-4 pb-8">{card}</div> : null}
        {compact ? <IconDock {...parts} /> : <SendBar {...parts} />}
      </form>
      {compact ? null : card}
      {over ? <DropOverlay /> : null}
    </>
  );
};

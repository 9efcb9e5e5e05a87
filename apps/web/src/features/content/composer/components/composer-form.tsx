import { t } from '@lingui/core/macro';
import { ImagePlus } from 'lucide-react';
import { useDeferredValue, useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { keepKeyboardRoom } from '../../../../lib/keyboard-room';
import { cx } from '../../../../lib/class-names';
import { isComposing } from '../../../../lib/keys';
import { useFocusKept } from '../../../../lib/use-focus-kept';
import { PostCard } from '../../post/card/post-card';
import { useComposer } from '../hooks/use-composer';
import { useFileIntake } from '../hooks/use-file-intake';
import { useFolds } from '../hooks/use-folds';
import type { Written } from '../hooks/use-publishing';
import { shownMedia } from '../model/attachments';
import { previewOf, showsMore } from '../model/preview';
import { ComposerFields } from './composer-fields';
import { PhoneBar, SendButton } from './send-bar';
import { Tools } from './tools';

/** Overlay of the whole page while files are dragged over it. */
const DropOverlay = () => (
  <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade place-items-center bg-scrim p-4 md:p-8">
    <div className="grid size-full place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed border-white text-center text-white">
      <ImagePlus size="2.75em" strokeWidth={1.6} aria-hidden />
      <p className="text-section font-semibold">{t`Drop to add to your post`}</p>
    </div>
  </div>
);

interface ComposerFormProps extends Written {
  /** On phones the form is the whole page, with its title and a bar on top. */
  compact: boolean;
  title: string;
}

const PreviewSection = ({ children }: { children: ReactNode }) => (
  <section aria-labelledby="composer-preview" className="mt-6">
    <h2 id="composer-preview" className="mb-2 text-title font-semibold">
      {t`Preview`}
    </h2>
    <div inert>{children}</div>
  </section>
);

/** Form for title, text, pictures and videos, tags and location. The draft survives failures and reloads. */
export const ComposerForm = ({ compact, title, ...written }: ComposerFormProps) => {
  const { user, post } = written;
  const composer = useComposer(written);
  const { form, draft, attachments, isPending } = composer;
  const { ref, ...props } = form.props;
  const folds = useFolds(ref, composer);
  useEffect(() => keepKeyboardRoom(ref.current), [ref]);
  // After a picture is removed, focus the next one, or the file field.
  useFocusKept(ref, '[data-remove], input[type=file]');
  const over = useFileIntake((files) => {
    if (!isPending) attachments.add(files);
  });
  // The user writes at once.
  useEffect(() => {
    const text = ref.current?.querySelector('textarea');
    text?.focus({ preventScroll: true });
    text?.setSelectionRange(text.value.length, text.value.length);
  }, [ref]);
  const handleKey = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target, currentTarget } = event;
    // keys of a dialog come here too, through React's tree
    const inside = target instanceof HTMLElement && currentTarget.contains(target);
    if (event.key !== 'Enter' || !inside || event.defaultPrevented || isComposing(event.nativeEvent)) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      currentTarget.requestSubmit();
    } else if (target.matches('input:not([type=file])')) {
      // the browser would publish the post, half written
      event.preventDefault();
      currentTarget.querySelector('textarea')?.focus();
    }
  };
  const shown = useDeferredValue({ ...draft, media: shownMedia(attachments.list) });
  const card = showsMore(shown) ? (
    <PreviewSection>
      <PostCard post={previewOf(shown, user)} preview />
    </PreviewSection>
  ) : null;
  const editing = post !== undefined;
  const parts = { composer, folds, editing };

  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside */}
      <form
        {...props}
        ref={ref}
        onSubmit={(event) => void composer.submit(event)}
        onKeyDown={handleKey}
        aria-label={title}
        className={cx(
          'flex flex-col bg-surface',
          compact ? 'min-h-dvh' : 'rounded-card border border-line px-5',
        )}
      >
        {compact ? <PhoneBar title={title} composer={composer} editing={editing} /> : null}
        <div className={compact ? 'px-4 pb-8' : ''}>
          <ComposerFields user={user} {...parts} />
          {compact ? card : null}
        </div>
        <Tools {...parts} roomy={!compact}>
          {compact ? undefined : <SendButton composer={composer} editing={editing} />}
        </Tools>
      </form>
      {compact ? null : card}
      {over ? <DropOverlay /> : null}
    </>
  );
};

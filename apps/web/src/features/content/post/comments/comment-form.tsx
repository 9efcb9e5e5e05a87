import { plural, t } from '@lingui/core/macro';
import { COMMENT_LIMITS, isBlank } from '@social-feed/contracts';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Avatar } from '../../../../components/ui/avatar';
import { Button } from '../../../../components/ui/button';
import { FieldMessage } from '../../../../components/ui/text-field';
import { useCompletion } from '../../../../components/ui/completion';
import { UNSAVED_MESSAGE } from '../../../../lib/unsaved-drafts';
import { isComposing } from '../../../../lib/keys';
import { lengthOf, tooLong } from '../../../../lib/length';
import { useViewer } from '../../../../lib/viewer';
import { giveUpWriting, useWriteComment, type Writing } from './comment-actions';

/** Shows the remaining characters from here on. */
const WARN_AT = 200;

interface CommentFormProps {
  postId: string;
  login: () => void;
  /** Absent for a top-level comment. */
  writing?: Writing;
  /** Called after the comment was sent or cancelled. */
  onDone?: () => void;
}

const WORDS = {
  comment: {
    label: t`Write a comment`,
    hint: t`Write a comment...`,
    send: t({ message: 'Post', context: 'verb', comment: 'On the button that sends a comment.' }),
    sending: t`Posting...`,
  },
  reply: { label: t`Write a reply`, hint: t`Write a reply...`, send: t`Reply`, sending: t`Posting...` },
  edit: { label: t`Edit comment`, hint: t`Edit comment...`, send: t`Save`, sending: t`Saving...` },
};

const LoginPrompt = ({ login }: { login: () => void }) => (
  <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-media bg-fill py-1 pe-1.5 ps-4">
    <p className="text-body text-muted">{t`Please log in to post a comment.`}</p>
    <Button variant="ghost" size="sm" className="text-accent-text" onClick={login}>
      {t`Log in`}
    </Button>
  </div>
);

/** The text field, which has the focus at once if a press opened it. */
const useTextField = (text: string, isAsked: boolean): RefObject<HTMLTextAreaElement | null> => {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const node = field.current;
    if (!isAsked || !node) return;
    node.focus();
    node.setSelectionRange(node.value.length, node.value.length);
  }, [isAsked]);
  // grows with the text; not all browsers support `field-sizing` yet
  useLayoutEffect(() => {
    const node = field.current;
    if (!node) return;
    node.style.height = 'auto';
    node.style.height = `${node.scrollHeight}px`;
  }, [text]);
  return field;
};

/** The comment field, or a login prompt for visitors (F §2). Ctrl or ⌘ with Enter posts. */
export const CommentForm = ({ postId, login, writing, onDone }: CommentFormProps) => {
  const { user } = useViewer();
  const { text, setText, post, posting, signedIn, unsaved } = useWriteComment(postId, writing, onDone);
  const words = WORDS[writing?.as ?? 'comment'];
  const field = useTextField(text, writing !== undefined);
  const id = useId();
  const completion = useCompletion();
  const left = COMMENT_LIMITS.bodyMax - lengthOf(text);
  const [refusal, setRefusal] = useState<string>();

  const send = async () => {
    const found = tooLong(text, COMMENT_LIMITS.bodyMax);
    setRefusal(found);
    if (found !== undefined) {
      field.current?.focus();
      return;
    }
    await post();
    // the button is disabled without text and loses the focus; after a touch, focusing the field would reopen the
    // keyboard
    const { activeElement, body } = document;
    const here = activeElement === body || field.current?.form?.contains(activeElement);
    if (here && !window.matchMedia('(pointer: coarse)').matches)
      field.current?.focus({ preventScroll: true });
  };

  if (!signedIn || !user) return <LoginPrompt login={login} />;

  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape' && writing && onDone) {
      event.stopPropagation();
      onDone();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <form
      className="flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {writing ? null : (
        <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={36} className="mt-1" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-end gap-1 rounded-[1.375rem] border border-transparent bg-fill transition-colors focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-accent focus-within:bg-surface">
          <label htmlFor={id} className="sr-only">
            {words.label}
          </label>
          <textarea
            ref={field}
            id={id}
            rows={1}
            dir="auto"
            value={text}
            aria-invalid={refusal ? true : undefined}
            aria-describedby={`${id}-message`}
            placeholder={words.hint}
            onChange={(event) => {
              setText(event.target.value);
              setRefusal(undefined);
            }}
            {...completion.props}
            onKeyDown={(event) => {
              completion.props.onKeyDown(event);
              if (!event.defaultPrevented) handleKey(event);
            }}
            className="max-h-48 min-h-[42px] min-w-0 flex-1 resize-none bg-transparent py-[9px] ps-4 text-[1rem] leading-normal outline-none md:text-body"
          />
          {left <= WARN_AT ? (
            <span className="pb-3 text-meta text-muted">
              <span aria-hidden>{left}</span>
              <span className="sr-only">
                {plural(left, { one: '# character left', other: '# characters left' })}
              </span>
            </span>
          ) : null}
          <Button type="submit" size="sm" busy={posting} disabled={isBlank(text)} className="m-[3px]">
            {posting ? words.sending : words.send}
          </Button>
        </div>
        <FieldMessage id={`${id}-message`} error={refusal} />
        {completion.suggestions}
        <div aria-live="polite">
          {unsaved ? <p className="mt-1 text-meta text-muted">{UNSAVED_MESSAGE}</p> : null}
        </div>
        {writing ? (
          <Button variant="ghost" size="sm" onClick={() => (giveUpWriting(user._id, writing), onDone?.())}>
            {t`Cancel`}
          </Button>
        ) : null}
      </div>
    </form>
  );
};

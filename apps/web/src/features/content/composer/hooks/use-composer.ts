import { t } from '@lingui/core/macro';
import { useState, useEffect, useLayoutEffect, useMemo, useRef, type SubmitEvent } from 'react';
import { isBlank, type Publishing } from '@social-feed/contracts';
import { askConfirmation } from '../../../../lib/dialogs';
import { ApiError, errorFromAnswer, messageOf } from '../../../../lib/api-error';
import { toast } from '../../../../lib/toast';
import { holdUp, mediaOf } from '../model/attachments';
import { fieldsOf, useForm } from '../../../../lib/use-form';
import {
  checkDraft,
  contentOf,
  draftOf,
  EMPTY_DRAFT,
  fieldOfPath,
  isNothing,
  type Draft,
} from '../model/composer-rules';
import { draftFrom, publishingWords } from '../model/account-drafts';
import { draftKeyOf, openDraft, type KeptDraft } from '../model/draft-store';
import { useAttachments } from './use-attachments';
import { useLanguageGuess } from './use-language-guess';
import { usePublishing, type Tell, type Written } from './use-publishing';
import { useIsUnsaved } from '../../../../lib/unsaved-drafts';
import { remindsOfAlt, usePreferences } from '../../../../lib/preferences';
import { withAside } from '../../../../lib/words/labelled';

/** The server's message, if the error itself only names the call. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.bodyText === '') return messageOf(error);
  const { message } = errorFromAnswer(error.status, error.bodyText, 'posts');
  return message === error.message ? message : withAside(message, error.message);
};

/** Creates an ApiError with this message. */
const refusal = (error: unknown): ApiError => {
  const { status = 0, code = '', errors = [] } = error instanceof ApiError ? error : {};
  return new ApiError({ status, code, errors, message: wordsOf(error) });
};

/**
 * Whether the component is still shown, for callbacks that finish later. It counts as hidden while the next page
 * loads.
 */
const useShown = () => {
  const shown = useRef(true);
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
};

/** Stores the draft in this browser; `null` removes it. */
const useStoring = (kept: KeptDraft, draft: Draft | null): void =>
  // in a layout effect: if the page closes right away, the last input is still saved
  useLayoutEffect(() => {
    const keep = () => kept.keep(draft);
    keep();
    // another tab may have changed or finished a draft under the same key
    window.addEventListener('storage', keep);
    return () => window.removeEventListener('storage', keep);
  }, [kept, draft]);

/** Lets the browser ask before the page is left: the draft is stored, but running uploads are not. */
const useAskBeforeLeaving = (uploading: boolean): void =>
  useEffect(() => {
    if (!uploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [uploading]);

const askToDiscard = () =>
  askConfirmation({
    title: t`Discard this draft?`,
    text: t`What you wrote and uploaded for this post is gone then.`,
    confirmLabel: t`Discard`,
    danger: true,
  });

/** Whether the post may be published, after a question about missing alt texts. */
const mayLackAlt = async ({ media }: Draft): Promise<boolean> =>
  !remindsOfAlt(usePreferences.getState()) ||
  !media.some(({ alt }) => isBlank(alt)) ||
  askConfirmation({
    title: t`Post without descriptions?`,
    text: t`Some pictures or videos have no alt text, which tells people who cannot see them what they show.`,
    confirmLabel: t`Post anyway`,
  });

/**
 * What is sent of a draft. A guess of the language is not, since the API makes the same one: it may arrive between two
 * tries, and another body would be another post.
 */
const bodyOf = (draft: Draft, initial: Draft) => {
  const { sensitive, ...rest } = checkDraft(draft).body;
  // A moderator may have marked the post as sensitive in the meantime, and the author cannot remove that.
  return sensitive === initial.sensitive ? rest : { ...rest, sensitive };
};

type DraftForm = Pick<ReturnType<typeof useForm<Draft>>, 'fields' | 'set' | 'say'>;

/** The draft in the form with its uploads, stored in this browser. */
const useDraft = (form: DraftForm, kept: KeptDraft, initial: Draft) => {
  /** Applies a change and clears the errors of the changed fields and of the post as a whole. */
  const change = (next: Partial<Draft>): void => {
    form.set(next);
    form.say(null);
  };
  // attachments are held separately, with their uploads; here only their errors are cleared
  const attachments = useAttachments(kept.found.media, () => change({ media: [] }));
  const { list } = attachments;
  const { fields } = form;
  const draft = useMemo<Draft>(() => ({ ...fields, media: mediaOf(list) }), [fields, list]);
  const changed = contentOf(draft) !== contentOf(initial);
  const uploading = list.some(({ state }) => state === 'waiting' || state === 'sending');

  useStoring(kept, changed ? draft : null);
  useAskBeforeLeaving(uploading);
  return { attachments, draft, change, changed };
};

/**
 * State of the composer: the draft stored in this browser, its uploads, and sending. Later changes of the post or draft
 * are ignored.
 */
export const useComposer = (written: Written) => {
  const { user, post, stored } = written;
  const [initial] = useState(() => (post ? draftOf(post) : stored ? draftFrom(stored) : EMPTY_DRAFT));
  const [publishing, setPublishing] = useState(stored?.publishing ?? null);
  const [kept] = useState(() =>
    openDraft(draftKeyOf(user._id, { postId: post?._id, draftId: stored?._id }), initial, stored?.version),
  );
  // a text left here may change a version that another device has changed since
  const isLeft = contentOf(kept.found) !== contentOf(initial);
  const { keep: keepPost, send: sendPost } = usePublishing(written, isLeft ? kept.version : undefined);
  const shown = useShown();
  /** Whether it waits in the account to be published. */
  const isScheduled = (stored?.publishing ?? null) !== null;

  const form = useForm<Draft>({
    initial: kept.found,
    send: () => send(),
    errorsOf: (errors) => fieldsOf(errors, fieldOfPath),
  });
  const { attachments, draft, change, changed } = useDraft(form, kept, initial);
  const { list } = attachments;
  const isPending = form.busy !== null;
  const guess = useLanguageGuess(form.fields.title, form.fields.description);

  const discard = async (): Promise<void> => {
    if (!(await askToDiscard())) return;
    form.giveUp();
    form.setFields(initial);
    attachments.replace(initial.media);
  };

  /** What follows a success, unless the call was given up. */
  const finish = (tell: Tell) => () => {
    kept.finish();
    tell(shown.current);
  };
  const send = async (): Promise<() => void> => {
    try {
      return finish(await sendPost(bodyOf(draft, initial)));
    } catch (error) {
      if (!shown.current) toast.error(t`Your post was not sent: ${wordsOf(error)}. It is kept as a draft.`);
      throw refusal(error);
    }
  };
  /** Whether the post can be sent; shows what is wrong. */
  const isReady = (): boolean => {
    const { errors, problem } = checkDraft(draft);
    form.show(errors, problem);
    return problem === undefined && Object.keys(errors).length === 0 && !isPending && !holdUp(list);
  };
  /** Keeps it in the account. @returns whether it was refused for a reason that is not in a field of the form */
  const keep = async (chosen: Publishing | null): Promise<boolean> => {
    // after a refusal, the choice need not be made again
    if (chosen) setPublishing(chosen);
    if (!isReady()) return false;
    let isRefused = false;
    await form.attempt(async () => {
      try {
        return finish(await keepPost(checkDraft(draft).body, chosen));
      } catch (error) {
        const refused = refusal(error);
        isRefused = Object.keys(fieldsOf(refused.errors, fieldOfPath)).length === 0;
        throw refused;
      }
    });
    return isRefused;
  };
  /** Publishes at once, after a question about missing alt texts. */
  const publishNow = async (): Promise<void> => {
    if (!isReady()) return;
    if (await mayLackAlt(draft)) await form.attempt(send);
  };
  /** Saves a scheduled post, which stays scheduled, or publishes. */
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await (isScheduled ? keep(publishing) : publishNow());
  };

  return {
    form,
    draft,
    attachments,
    guess,
    isPending,
    changed: changed || list.some(({ state }) => state !== 'done'),
    others: kept.others,
    /** The time chosen last. */
    publishing,
    isScheduled,
    /** Describes when it is published. */
    scheduled: isScheduled && publishing ? publishingWords(publishing) : undefined,
    unsaved: useIsUnsaved(kept.name),
    isNothing: isNothing(draft),
    blocked: holdUp(list),
    change,
    discard,
    keep,
    submit,
    publishNow,
  };
};

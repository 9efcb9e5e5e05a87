import { useState, useEffect, useLayoutEffect, useMemo, useRef, type SubmitEvent } from 'react';
import { isBlank, type CreatePostBody } from '@social-feed/contracts';
import { askConfirmation } from '../../../lib/dialogs';
import { ApiError, errorFromAnswer, messageOf } from '../../../lib/api-error';
import { underSameKey } from '../../../cache/under-same-key';
import { toast } from '../../../lib/toast';
import { holdUp, mediaOf } from '../model/attachments';
import { fieldsOf, useForm } from '../../../lib/use-form';
import { checkDraft, fieldOfPath, type Draft } from '../model/composer-rules';
import { openDraft } from '../model/draft-store';
import { useAttachments, type Attachments } from './use-attachments';
import { useIsUnkept } from '../../../lib/unkept';
import { remindsOfAlt, usePreferences } from '../../../lib/preferences';

/** Sends a post. `key` stays the same while the same post is tried again, so that no try makes a second one. */
export type SendPost = (body: CreatePostBody, key: string) => Promise<void>;

interface ComposerOptions {
  /** Where the draft is kept. */
  storageKey: string;
  /** The post as it was when the form was opened, or nothing; what comes later is ignored. */
  initial: Draft;
  /** Sends the post; throws ApiError, whose `errors` name fields. */
  onSend: SendPost;
  /** Once it is sent; `here` unless the person has left the page already. */
  onSent: (here: boolean) => void;
}

/** What the server said, where the error itself names only the call. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.bodyText === '') return messageOf(error);
  const { message } = errorFromAnswer(error.status, error.bodyText, 'posts');
  return message === error.message ? message : `${message} (${error.message})`;
};

/** A refusal in these words. */
const refusal = (error: unknown): ApiError => {
  const { status = 0, code = '', errors = [] } = error instanceof ApiError ? error : {};
  return new ApiError({ status, code, errors, message: wordsOf(error) });
};

/** What a person can change; sizes are measured by the way. */
const contentOf = ({ media, ...texts }: Draft): string =>
  JSON.stringify([
    texts.title,
    texts.description,
    texts.tags,
    texts.location,
    texts.contentWarning,
    texts.sensitive,
    media.map(({ url, alt }) => [url, alt]),
  ]);

/** Whether its component is still shown, for what ends later; hidden while the next page loads, it is not. */
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

/** State of the composer: the draft, kept in this browser; its uploads; sending. */
export const useComposer = ({ storageKey, onSend, onSent, ...options }: ComposerOptions) => {
  const [initial] = useState(options.initial);
  const [kept] = useState(() => openDraft(storageKey, initial));
  const held = useAttachments(kept.found.media);
  const shown = useShown();

  const { list } = held;
  const form = useForm<Draft>({
    initial: kept.found,
    send: () => send(),
    errorsOf: (errors) => fieldsOf(errors, fieldOfPath),
  });
  const isPending = form.busy !== null;
  const { title, description, tags, location, contentWarning, sensitive } = form.fields;
  const draft = useMemo<Draft>(
    () => ({ title, description, tags, location, media: mediaOf(list), contentWarning, sensitive }),
    [title, description, tags, location, list, contentWarning, sensitive],
  );
  const changed = contentOf(draft) !== contentOf(initial);
  const unfinished = list.some(({ state }) => state !== 'done');
  const uploading = list.some(({ state }) => state === 'waiting' || state === 'sending');

  // in the same turn as it is shown: a page that goes at once keeps what was on it
  useLayoutEffect(() => {
    const keep = () => kept.keep(changed ? draft : null);
    keep();
    // another tab may have written or ended a draft at the same place
    window.addEventListener('storage', keep);
    return () => window.removeEventListener('storage', keep);
  }, [kept, draft, changed]);

  // the draft is kept, running uploads are not
  useEffect(() => {
    if (!uploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [uploading]);

  /** What was said of these fields, and of the post as a whole, holds no more. */
  const change = (next: Partial<Draft>): void => {
    form.set(next);
    form.say(null);
  };
  const clearing =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A): void => {
      // the attachments themselves are held apart, with their uploads
      change({ media: [] });
      act(...given);
    };
  const attachments: Attachments = {
    ...held,
    add: clearing(held.add),
    addAddress: clearing(held.addAddress),
    remove: clearing(held.remove),
  };

  const discard = async (): Promise<void> => {
    const sure = await askConfirmation({
      title: 'Discard this draft?',
      text: 'What you wrote and uploaded for this post is gone then.',
      confirmLabel: 'Discard',
      danger: true,
    });
    if (!sure) return;
    form.giveUp();
    form.setFields(initial);
    held.replace(initial.media);
  };

  const send = async (): Promise<() => void> => {
    const { sensitive: marked, ...rest } = checkDraft(draft).body;
    // moderators may have marked the post meanwhile, which its author cannot take away
    const body = marked === initial.sensitive ? rest : { ...rest, sensitive: marked };
    try {
      await underSameKey(body, (key) => onSend(body, key));
    } catch (error) {
      if (!shown.current) toast.error(`Your post was not sent: ${wordsOf(error)}. It is kept as a draft.`);
      throw refusal(error);
    }
    return () => {
      kept.finish();
      onSent(shown.current);
    };
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { errors, problem } = checkDraft(draft);
    form.show(errors, problem);
    if (problem !== undefined || Object.keys(errors).length > 0 || isPending || holdUp(list)) return;
    if (remindsOfAlt(usePreferences.getState()) && draft.media.some(({ alt }) => isBlank(alt))) {
      const anyway = await askConfirmation({
        title: 'Post without descriptions?',
        text: 'Some pictures or videos have no alt text, which tells people who cannot see them what they show.',
        confirmLabel: 'Post anyway',
      });
      if (!anyway) return;
    }
    await form.attempt(send);
  };

  return {
    form,
    draft,
    attachments,
    isPending,
    changed: changed || unfinished,
    others: kept.others,
    unkept: useIsUnkept(kept.name),
    blocked: holdUp(list),
    change,
    discard,
    submit,
  };
};

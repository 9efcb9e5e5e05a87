import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../../../components/ui/button';
import { Dialog } from '../../../../components/ui/dialog';
import { TextArea } from '../../../../components/ui/text-area';
import { paths } from '../../../../config/paths';
import { useDialogStore, type LoginAction, type OpenDialog } from '../../../../lib/dialogs';
import { lazyPart } from '../../../../lib/lazy';
import type { ReturnState } from '../../../../lib/return-to';
import { unfoldedText } from '../../../../lib/fold-text';
import { onOtherPerson } from '../model/other-person';
import { KeysHelp } from './keys-help';

const AddToCollection = lazyPart(() => import('./add-to-collection'), 'AddToCollection');
const ConfirmIdentity = lazyPart(
  () => import('../../../identity/session/components/confirm-identity'),
  'ConfirmIdentity',
);
const FormerTexts = lazyPart(() => import('./former-texts'), 'FormerTexts');
const Likers = lazyPart(() => import('./likers'), 'Likers');
const MuteWords = lazyPart(() => import('./mute-words'), 'MuteWords');
const ReportDialog = lazyPart(() => import('./report-dialog'), 'ReportDialog');
const WhyThisPost = lazyPart(() => import('./why-this-post'), 'WhyThisPost');

/** Unsent texts by subject: in memory only, cleared on logout or when another user signs in. */
const texts = new Map<string, string>();
onOtherPerson(() => texts.clear());

/** Returns the unsent text about this subject, or an empty string. */
const halfWritten = (about: string): string => texts.get(about) ?? '';

/** Stores the unsent text; an empty text removes it. */
const keepHalfWritten = (about: string, text: string): void => {
  if (text === '') texts.delete(about);
  else texts.set(about, text);
};

/** The dialog closes automatically after this long, in milliseconds (F §2). */
const CLOSES_AFTER = 10_000;

type Of<K extends OpenDialog['kind']> = Extract<OpenDialog, { kind: K }>;

const AlertBox = ({ dialog, onClose }: { dialog: Of<'alert'>; onClose: () => void }) => (
  <Dialog
    role={dialog.title === undefined ? 'alertdialog' : 'dialog'}
    onClose={onClose}
    title={dialog.title ?? t`Notice`}
    description={
      <span dir="auto" className="block whitespace-pre-line">
        {unfoldedText(dialog.text)}
      </span>
    }
    actions={<Button onClick={onClose}>{t`OK`}</Button>}
  />
);

const CopyBox = ({ dialog, onClose }: { dialog: Of<'copy'>; onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title={t`Copy it by hand`}
    description={t`The browser did not let this page copy. Select the text and copy it.`}
    actions={<Button onClick={onClose}>{t`Done`}</Button>}
  >
    <TextArea
      label={t`Text to copy`}
      readOnly
      dir="auto"
      value={dialog.text}
      onFocus={(event) => event.target.select()}
    />
  </Dialog>
);

const Instead = (props: NonNullable<Of<'ask'>['instead']> & { onClose: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-1.5 text-body text-muted">
    <span>{props.question}</span>
    <button
      type="button"
      className="min-h-11 font-semibold text-accent-text hover:underline"
      onClick={() => {
        flushSync(props.onClose);
        // after the closed dialog has returned the focus, for the next one to return it there too
        setTimeout(props.onSelect);
      }}
    >
      {props.label}
    </button>
  </p>
);

const AskBox = ({ dialog, onClose }: { dialog: Of<'ask'>; onClose: () => void }) => (
  <Dialog
    role="alertdialog"
    onClose={onClose}
    title={dialog.title}
    description={dialog.text}
    cancel={t`Cancel`}
    actions={
      <Button
        variant={dialog.danger ? 'danger' : 'primary'}
        onClick={() => {
          dialog.answer(true);
          onClose();
        }}
      >
        {dialog.confirmLabel}
      </Button>
    }
  >
    {dialog.instead ? <Instead {...dialog.instead} onClose={onClose} /> : null}
  </Dialog>
);

const ReportBox = ({ dialog: { subject }, onClose }: { dialog: Of<'report'>; onClose: () => void }) => {
  const about = `${subject.kind} ${subject.target}`;
  const [kept] = useState(() => halfWritten(about));
  return (
    <Suspense fallback={null}>
      <ReportDialog
        subject={subject}
        words={kept}
        onWords={(text) => keepHalfWritten(about, text)}
        onClose={onClose}
      />
    </Suspense>
  );
};

const LOGIN_TEXTS: Record<LoginAction, string> = {
  like: t`You need to be logged in to like this post. Please login to continue.`,
  dislike: t`You need to be logged in to dislike this post. Please login to continue.`,
  save: t`You need to be logged in to save this post. Please login to continue.`,
  pin: t`You need to be logged in to pin this post. Please login to continue.`,
  share: t`You need to be logged in to share this post. Please login to continue.`,
  comment: t`You need to be logged in to comment on this post. Please login to continue.`,
  report: t`You need to be logged in to report this post. Please login to continue.`,
  follow: t`You need to be logged in to follow this person. Please login to continue.`,
  block: t`You need to be logged in to block this person. Please login to continue.`,
  'report-person': t`You need to be logged in to report this person. Please login to continue.`,
  collect: t`You need to be logged in to change your collections. Please login to continue.`,
};

/** Login Required (F §2). */
const LoginBox = ({ dialog, onClose }: { dialog: Of<'login'>; onClose: () => void }) => {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER);
    return () => clearTimeout(timer);
  }, [onClose]);
  const state: ReturnState = { from: `${pathname}${search}${hash}` };
  const goToLogin = () => {
    onClose();
    void navigate(paths.login.getHref(), { state });
  };
  return (
    <Dialog
      onClose={onClose}
      title={t`Login Required`}
      description={LOGIN_TEXTS[dialog.to]}
      cancel={t`Cancel`}
      actions={<Button onClick={goToLogin}>{t`Login`}</Button>}
    >
      <p className="text-body text-muted">
        <span>{t`Don't have an account?`}</span>{' '}
        <Link
          to={paths.signup.getHref()}
          state={state}
          onClick={onClose}
          className="font-semibold text-accent-text hover:underline"
        >
          {t`Create one now`}
        </Link>
      </p>
    </Dialog>
  );
};

/** Draws the open dialog; it closes when its page is left. */
export const OpenDialogBox = ({ dialog }: { dialog: OpenDialog }) => {
  const close = useDialogStore((state) => state.close);
  const closeThis = useCallback(() => {
    if (useDialogStore.getState().current?.key === dialog.key) close();
  }, [close, dialog.key]);
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  useEffect(() => {
    if (pathname !== page) closeThis();
  }, [pathname, page, closeThis]);
  if (dialog.kind === 'alert') return <AlertBox dialog={dialog} onClose={closeThis} />;
  if (dialog.kind === 'copy') return <CopyBox dialog={dialog} onClose={closeThis} />;
  if (dialog.kind === 'why')
    return <WhyThisPost postId={dialog.postId} isOwn={dialog.isOwn} onClose={closeThis} />;
  if (dialog.kind === 'report') return <ReportBox dialog={dialog} onClose={closeThis} />;
  if (dialog.kind === 'collect') return <AddToCollection postId={dialog.postId} onClose={closeThis} />;
  if (dialog.kind === 'likers') return <Likers postId={dialog.postId} onClose={closeThis} />;
  if (dialog.kind === 'mute') return <MuteWords post={dialog.post} onClose={closeThis} />;
  if (dialog.kind === 'former-texts')
    return <FormerTexts of={dialog.of} id={dialog.id} onClose={closeThis} />;
  if (dialog.kind === 'confirm') {
    const handleConfirmed = () => {
      dialog.answer(true);
      closeThis();
    };
    return <ConfirmIdentity onConfirmed={handleConfirmed} onClose={closeThis} />;
  }
  if (dialog.kind === 'keys') return <KeysHelp onClose={closeThis} />;
  if (dialog.kind === 'ask') return <AskBox dialog={dialog} onClose={closeThis} />;
  return <LoginBox dialog={dialog} onClose={closeThis} />;
};

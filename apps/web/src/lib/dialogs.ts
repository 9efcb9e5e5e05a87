import { create } from 'zustand';

interface Confirmation {
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
}

/** What is reported. */
export interface ReportTarget {
  kind: 'post' | 'comment' | 'person';
  target: string;
}

interface Question extends Confirmation {
  /** What it is asked about, unlike any other: what was typed about it and not sent is there when it is asked again. */
  about: string;
  /** Label of the text field. */
  fieldLabel: string;
}

/** A question that a button answers, or with a field words: null when closed. */
type Asked = Confirmation & Partial<Question> & { kind: 'ask'; answer: (given: string | null) => void };

type Dialog =
  | { kind: 'alert'; text: string; title?: string }
  | { kind: 'copy'; text: string }
  | { kind: 'keys' }
  | { kind: 'why'; postId: string }
  | { kind: 'likers'; postId: string }
  | { kind: 'former-texts'; of: 'post' | 'comment'; id: string }
  | { kind: 'login'; text: string }
  | { kind: 'tell'; target: ReportTarget; words: string }
  | Asked;

/** A dialog that waits to be answered; `key` tells one asking from the next. */
export type OpenDialog = { key: number } & Dialog;

interface DialogState {
  current: OpenDialog | null;
  /** Whoever asked and has no answer yet is told that the person closed the dialog. */
  close: () => void;
}

/** The one open dialog; its host is mounted once, near the router. */
export const useDialogStore = create<DialogState>((set, get) => ({
  current: null,
  close: () => {
    const { current } = get();
    if (current?.kind === 'ask') current.answer(null);
    set({ current: null });
  },
}));

let lastKey = 0;

const open = (dialog: Dialog): void => {
  useDialogStore.getState().close();
  useDialogStore.setState({ current: { key: (lastKey += 1), ...dialog } });
};

/** An alert of our own with this text. */
export const showAlert = (text: string): void => open({ kind: 'alert', text });

/** A text under a title, to be read and closed. */
export const showText = (title: string, text: string): void => open({ kind: 'alert', text, title });

/** A text to be copied by hand, where the browser does not copy. */
export const showCopy = (text: string): void => open({ kind: 'copy', text });

/** Which keys do what. */
export const showKeys = (): void => open({ kind: 'keys' });

/** Why a post of the feed stands where it does. */
export const showWhy = (postId: string): void => open({ kind: 'why', postId });

/** Offers to tell the moderators of what was reported here. @param words what was written about it */
export const offerToTell = (target: ReportTarget, words: string): void =>
  open({ kind: 'tell', target, words });

/** Who likes a post. */
export const showLikers = (postId: string): void => open({ kind: 'likers', postId });

/** What a post or a comment was before it was edited. */
export const showFormerTexts = (of: 'post' | 'comment', id: string): void =>
  open({ kind: 'former-texts', of, id });

/** The login-required dialog for something that is not about a post, e.g. "follow this person". */
export const requireLoginTo = (what: string): void =>
  open({ kind: 'login', text: `You need to be logged in to ${what}. Please login to continue.` });

/** The login-required dialog for an action on a post, e.g. "comment on" (F §2). */
export const requireLogin = (action: string): void => requireLoginTo(`${action} this post`);

const ask = (question: Confirmation & Partial<Question>): Promise<string | null> =>
  new Promise((answer) => open({ kind: 'ask', answer, ...question }));

/** Asks before something that cannot be taken back; false when closed. */
export const askConfirmation = async (confirmation: Confirmation): Promise<boolean> =>
  (await ask(confirmation)) !== null;

/** Asks for a reason in words; null when closed. */
export const askReason = (question: Question): Promise<string | null> => ask(question);

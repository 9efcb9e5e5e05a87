import { create } from 'zustand';

interface Confirmation {
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  /** Another answer, after a question of one line. */
  instead?: { question: string; label: string; onSelect: () => void };
}

/** The subject of a report; `target` is its id. */
export type ReportSubject = { target: string } & (
  | { kind: 'post' | 'person'; author: { _id: string; userName: string } }
  | { kind: 'comment' }
);

/** The texts of a post whose words can be muted. */
export interface MutableWords {
  title: string;
  description: string;
  tags: readonly string[];
}

/** What needs an account: mostly an action on a post. */
export type LoginAction =
  | 'like'
  | 'dislike'
  | 'save'
  | 'pin'
  | 'share'
  | 'comment'
  | 'report'
  | 'follow'
  | 'block'
  | 'report-person'
  | 'collect';

type Dialog =
  | { kind: 'alert'; text: string; title?: string }
  | { kind: 'copy'; text: string }
  | { kind: 'keys' }
  | { kind: 'why'; postId: string; isOwn: boolean }
  | { kind: 'likers'; postId: string }
  | { kind: 'mute'; post: MutableWords }
  | { kind: 'collect'; postId: string }
  | { kind: 'former-texts'; of: 'post' | 'comment'; id: string }
  | { kind: 'login'; to: LoginAction }
  | { kind: 'report'; subject: ReportSubject }
  | { kind: 'confirm'; answer: (confirmed: boolean) => void }
  | ({ kind: 'ask'; answer: (confirmed: boolean) => void } & Confirmation);

/** An open dialog; `key` differs for each opening. */
export type OpenDialog = { key: number } & Dialog;

interface DialogState {
  current: OpenDialog | null;
  /** Closes the dialog; a question is answered with false. */
  close: () => void;
}

/** The one open dialog; its host is mounted once, near the router. */
export const useDialogStore = create<DialogState>((set, get) => ({
  current: null,
  close: () => {
    const { current } = get();
    if (current && 'answer' in current) current.answer(false);
    set({ current: null });
  },
}));

let lastKey = 0;

const open = (dialog: Dialog): void => {
  useDialogStore.getState().close();
  useDialogStore.setState({ current: { key: (lastKey += 1), ...dialog } });
};

/** Shows an alert in a dialog of the app. */
export const showAlert = (text: string): void => open({ kind: 'alert', text });

/** Shows a text with a title. */
export const showText = (title: string, text: string): void => open({ kind: 'alert', text, title });

/** Shows a text to copy by hand, for browsers that cannot copy. */
export const showCopy = (text: string): void => open({ kind: 'copy', text });

/** Shows the keyboard shortcuts. */
export const showKeys = (): void => open({ kind: 'keys' });

/** Explains a post's position in the feed, and of an own post in other shuffles too. */
export const showWhy = (postId: string, isOwn: boolean): void => open({ kind: 'why', postId, isOwn });

/** Opens the report of a post, a user or a comment. */
export const showReport = (subject: ReportSubject): void => open({ kind: 'report', subject });

/** Shows the users who like a post. */
export const showLikers = (postId: string): void => open({ kind: 'likers', postId });

/** Offers to mute words and tags of a post. */
export const showMute = (post: MutableWords): void => open({ kind: 'mute', post });

/** Shows which of the user's collections contain a saved post, to change that. */
export const showCollect = (postId: string): void => open({ kind: 'collect', postId });

/** Shows the earlier versions of an edited post or comment. */
export const showFormerTexts = (of: 'post' | 'comment', id: string): void =>
  open({ kind: 'former-texts', of, id });

/** Shows the login-required dialog for an action (F §2). */
export const requireLogin = (to: LoginAction): void => open({ kind: 'login', to });

let confirming: Promise<boolean> | undefined;

/** Asks the user to confirm the identity, once for all calls that wait for it; false if closed. */
export const askToConfirm = (): Promise<boolean> =>
  (confirming ??= new Promise((resolve) => {
    const answer = (confirmed: boolean): void => {
      confirming = undefined;
      resolve(confirmed);
    };
    open({ kind: 'confirm', answer });
  }));

/** Asks for confirmation; false if closed. */
export const askConfirmation = (confirmation: Confirmation): Promise<boolean> =>
  new Promise((answer) => open({ kind: 'ask', answer, ...confirmation }));

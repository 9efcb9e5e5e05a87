import { t } from '@lingui/core/macro';
import type { MemberAct } from '@social-feed/contracts';

interface Sentences {
  /** Asks before it is done. */
  ask: string;
  /** Says that it was done. */
  done: string;
}

/** What dialogs and messages say of each act, whole: languages put the person at different places. */
const SENTENCES: Record<MemberAct, (userName: string) => Sentences> = {
  warn: (userName) => ({ ask: t`Warn @${userName}?`, done: t`Warned @${userName}` }),
  silence: (userName) => ({ ask: t`Silence @${userName}?`, done: t`Silenced @${userName}` }),
  unsilence: (userName) => ({
    ask: t`End the silence of @${userName}?`,
    done: t`Ended the silence of @${userName}`,
  }),
  suspend: (userName) => ({ ask: t`Suspend @${userName}?`, done: t`Suspended @${userName}` }),
  lift: (userName) => ({
    ask: t`Lift the suspension of @${userName}?`,
    done: t`Lifted the suspension of @${userName}`,
  }),
  'end-sessions': (userName) => ({
    ask: t`Sign @${userName} out everywhere?`,
    done: t`Signed @${userName} out everywhere`,
  }),
  'reset-password': (userName) => ({
    ask: t`Reset the password of @${userName}?`,
    done: t`The password of @${userName} is void`,
  }),
  'make-moderator': (userName) => ({
    ask: t`Make @${userName} a moderator?`,
    done: t`@${userName} is a moderator now`,
  }),
  'revoke-moderator': (userName) => ({
    ask: t`Take the moderator’s rights from @${userName}?`,
    done: t`@${userName} is no moderator any more`,
  }),
  delete: (userName) => ({
    ask: t`Delete the account of @${userName}?`,
    done: t`Deleted the account of @${userName}`,
  }),
};

export const sentencesOf = (act: MemberAct, userName: string): Sentences => SENTENCES[act](userName);

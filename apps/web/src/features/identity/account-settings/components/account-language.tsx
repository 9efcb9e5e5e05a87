import type { Locale } from '@social-feed/contracts';
import { LanguageChoice } from '../../../../components/ui/language-choice';
import { messageOf } from '../../../../lib/api-error';
import { toast } from '../../../../lib/toast';
import { useOwnAccount } from '../../../../lib/viewer';
import { chooseLanguage, LANGUAGES } from '../../../../lib/words/choose';
import { saveLocale } from '../own-account';

/** The list of languages for who is signed in: the account keeps the choice, then the page loads again in it. */
export const AccountLanguage = ({ languages = LANGUAGES }: { languages?: typeof LANGUAGES }) => {
  const viewer = useOwnAccount();
  const keep = (code: string): void => {
    if (viewer)
      saveLocale(viewer._id, code as Locale).then(
        () => chooseLanguage(code),
        (error: unknown) => toast.error(messageOf(error)),
      );
  };
  return <LanguageChoice isTitled languages={languages} onChoose={keep} />;
};

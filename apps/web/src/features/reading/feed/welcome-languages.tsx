import { t } from '@lingui/core/macro';
import { languagesOf } from '@social-feed/contracts/languages';
import { chooseLanguages, useLanguages } from '../../../cache/language-store';
import { Segmented } from '../../../components/ui/segmented';
import { LOCALE } from '../../../lib/locale';
import { languageName } from '../../../lib/language-names';

/**
 * Asks a newcomer which languages they read: all, or those of the browser. Renders nothing if the browser names none.
 * @param viewerId empty for visitors
 */
export const WelcomeLanguages = ({ viewerId }: { viewerId: string }) => {
  const chosen = useLanguages();
  // what was chosen elsewhere stays one of the answers
  const own = chosen.length > 0 ? chosen : languagesOf(navigator.languages);
  if (own.length === 0) return null;
  const names = new Intl.ListFormat(LOCALE).format(own.map(languageName));
  return (
    <div className="w-fit shrink-0">
      <Segmented
        label={t`Languages you read`}
        size="sm"
        options={{ all: t`All languages`, own: t`Only ${names}` }}
        value={chosen.length > 0 ? 'own' : 'all'}
        onChange={(choice) => chooseLanguages(viewerId, choice === 'own' ? own : [], new Date())}
      />
    </div>
  );
};

import { t } from '@lingui/core/macro';
import { languagesOf } from '@social-feed/contracts/languages';
import { Check } from 'lucide-react';
import { chooseLanguages, useLanguages } from '../../../cache/language-store';
import { cx } from '../../../lib/class-names';

import { languageName } from '../../../lib/language-names';
import { LOCALE } from '../../../lib/locale';

/**
 * Asks a newcomer which languages they read: all, or if pressed those of the browser. Renders nothing if the browser
 * names none.
 * @param viewerId empty for visitors
 */
export const WelcomeLanguages = ({ viewerId }: { viewerId: string }) => {
  const chosen = useLanguages();
  // what was chosen elsewhere stays one of the answers
  const isOwn = chosen.length > 0;
  const own = isOwn ? chosen : languagesOf(navigator.languages);
  if (own.length === 0) return null;
  const names = new Intl.ListFormat(LOCALE).format(own.map(languageName));
  return (
    <button
      type="button"
      aria-pressed={isOwn}
      onClick={() => chooseLanguages(viewerId, isOwn ? [] : own)}
      className={cx(
        'relative flex min-h-9 w-fit shrink-0 items-center gap-1.5 rounded-pill px-3.5 text-meta font-semibold transition-colors after:absolute after:inset-x-0 after:-inset-y-1',
        isOwn ? 'bg-accent-soft text-accent-text' : 'bg-fill text-text hover:bg-fill-strong',
      )}
    >
      {isOwn ? <Check size="1.125em" aria-hidden /> : null}
      <span>
        {t({
          message: `Only posts in ${names}`,
          comment: 'Names of languages, as they stand alone, such as “English, French”.',
        })}
      </span>
    </button>
  );
};

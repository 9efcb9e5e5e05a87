import { chooseLanguage, LANGUAGES } from '../../../../lib/words/choose';
import { LANGUAGE } from '../../../../lib/words/language';
import type { SessionReading } from '../api/read-session';
import { takeSession } from './session-store';

/**
 * Applies the session of a sign-in. If the account has another language, this page loads again in it and takes the
 * session then: the promise stays open, so that nothing shows in the first language meanwhile.
 * @param languages codes and names of those that the app has
 */
export const enterSession = async (session: SessionReading, languages = LANGUAGES): Promise<void> => {
  const locale = session.user?.locale;
  if (locale === undefined || locale === LANGUAGE || !languages.some(([code]) => code === locale)) {
    takeSession(session);
    return;
  }
  chooseLanguage(locale);
  await new Promise(() => undefined);
};

import { LANGUAGE } from './words/language';
import { allOf } from './words/list';

/** Languages that people may choose; the guesser knows most of them. */
const OFFERED =
  'am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ku lo lt lv mk ml mn mr ms my nl no or pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi yo zh zu'.split(
    ' ',
  );

let names: Intl.DisplayNames | undefined;

/** The name of a language, such as "Arabic", in the language of the page. */
export const languageName = (tag: string): string => {
  // not while the module loads: that would slow every first visit
  names ??= new Intl.DisplayNames([LANGUAGE], { type: 'language' });
  return names.of(tag) ?? tag;
};

/** "Arabic, French and Japanese". */
export const languageList = (tags: readonly string[]): string => allOf(tags.map(languageName));

/** The languages to choose from and these ones, with their names, in the order of the names. */
export const languageChoices = (tags: readonly string[] = []): { tag: string; name: string }[] =>
  [...new Set([...tags, ...OFFERED])]
    .map((tag) => ({ tag, name: languageName(tag) }))
    .sort((one, other) => one.name.localeCompare(other.name, LANGUAGE));

import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { PAGE_TEXTS, type PageTexts } from '../server/page-texts.ts';
import type { Text } from '../src/lib/words/text.ts';

/** The texts of the page's head and of the manifest in a language; English where it has none. */
export const pageTextsIn = (texts: ReadonlyMap<string, Text>): PageTexts => {
  const inThis = (english: string, context?: string): string => {
    const text = texts.get(generateMessageId(english, context));
    return typeof text === 'string' ? text : english;
  };
  const { description, about, create, search } = PAGE_TEXTS;
  return {
    description: inThis(description),
    about: inThis(about),
    create: inThis(create),
    search: inThis(search, 'verb'),
  };
};

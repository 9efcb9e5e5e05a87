import { t } from './t.js';

/** What the page's head and the installed app say. The built page has the product's name as `{name}`. */
export const PAGE_TEXTS = {
  description: t({
    message:
      "{name}: a unique, relaxing platform to learn about people's thoughts, friends, family and the world.",
    comment: 'The page, for search engines and previews of links. The value is the name of the instance.',
  }),
  about: t({
    message: "A unique, relaxing platform to learn about people's thoughts, friends, family and the world.",
    comment: 'The installed app, where systems describe it.',
  }),
  create: t({ message: 'Create Post', comment: 'A shortcut of the installed app.' }),
  search: t({ message: 'Search', context: 'verb', comment: 'A shortcut of the installed app.' }),
};

export type PageTexts = Readonly<typeof PAGE_TEXTS>;

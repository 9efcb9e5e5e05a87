import type { Draws, ToDraw } from '../../../server/page-kinds';
import { drawPage, type PageToDraw } from './draw-page';
import { PAGES } from './pages';

const draw = (name: keyof Draws) => (to: ToDraw) => {
  const page = to as ToDraw & PageToDraw;
  const shown = PAGES[name](page);
  return shown && drawPage(page, shown);
};

/** What the web server draws pages by. */
export const draws: Draws = {
  home: draw('home'),
  post: draw('post'),
  today: draw('today'),
  profile: draw('profile'),
  tag: draw('tag'),
  collection: draw('collection'),
};

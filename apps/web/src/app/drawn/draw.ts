import type { Draws } from '../../../server/page-kinds';
import { drawHome, type HomeToDraw } from './draw-home';
import type { PageToDraw } from './draw-page';
import { drawPost } from './draw-post';

/** What the web server draws pages by. */
export const draws: Draws = {
  home: (home) => drawHome(home as HomeToDraw),
  post: (post) => drawPost(post as PageToDraw),
};

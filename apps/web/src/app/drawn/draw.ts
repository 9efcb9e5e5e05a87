import type { Draws } from '../../../server/page-kinds';
import { drawHome, type HomeToDraw } from './draw-home';
import { drawPost, type PostToDraw } from './draw-post';

/** What the web server draws pages by. */
export const draws: Draws = {
  home: (home) => drawHome(home as HomeToDraw),
  post: (post) => drawPost(post as PostToDraw),
};

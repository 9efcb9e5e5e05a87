import { PostWindow } from './post-window';
import { Showcase } from './showcase';

/** The pictures of the sign-in page: the rotating showcase of the right half, or the window above the form. */
export const Pictures = ({ wide = false }: { wide?: boolean }) => (wide ? <Showcase /> : <PostWindow />);

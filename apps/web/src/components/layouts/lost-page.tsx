import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LostFigure } from '../ui/figures';
import { paths } from '../../config/paths';

/** Link home from a page without content. */
export const GoHome = ({ quiet = false }: { quiet?: boolean }) => (
  <Link to={paths.home.getHref()} className={buttonClass({ variant: quiet ? 'soft' : 'primary' })}>
    Go to Home
  </Link>
);

/** The page for an address that does not exist. */
export const LostPage = ({ title, text }: { title: string; text: string }) => (
  <div className="pt-16">
    <title>{`${title} · Social Feed`}</title>
    <EmptyState as="h1" figure={<LostFigure />} title={title} text={text} action={<GoHome />} />
  </div>
);

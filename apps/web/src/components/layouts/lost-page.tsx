import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LostFigure } from '../ui/figures';
import { paths } from '../../config/paths';

/** The way out of what is not there. */
export const GoHome = ({ quiet = false }: { quiet?: boolean }) => (
  <Link to={paths.home.getHref()} className={buttonClass({ variant: quiet ? 'soft' : 'primary' })}>
    Go to Home
  </Link>
);

/** A page that leads nowhere. */
export const LostPage = ({ title, text }: { title: string; text: string }) => (
  <div className="pt-16">
    <title>{`${title} · Social Feed`}</title>
    <EmptyState as="h1" figure={<LostFigure />} title={title} text={text} action={<GoHome />} />
  </div>
);

import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/ui/button';
import { EmptyState } from '../../components/ui/empty-state';
import { LostFigure } from '../../components/ui/figures';
import { paths } from '../../config/paths';

/** Whatever no page answers to (A §2.1). */
export const NotFoundRoute = () => (
  <div className="pt-16">
    <title>Page not found · Social Feed</title>
    <EmptyState
      as="h1"
      figure={<LostFigure />}
      title="Page not found"
      text="This address leads nowhere. It may have moved, or a letter went astray."
      action={
        <Link to={paths.home.getHref()} className={buttonClass()}>
          Go to Home
        </Link>
      }
    />
  </div>
);

import { t } from '@lingui/core/macro';
import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LostDrawing } from '../ui/drawings';
import { paths } from '../../config/paths';
import { PageTitle } from './page-title';

/** Link home from a page without content. */
export const GoHome = ({ quiet = false }: { quiet?: boolean }) => (
  <Link to={paths.home.getHref()} className={buttonClass({ variant: quiet ? 'soft' : 'primary' })}>
    {t`Go to Home`}
  </Link>
);

interface LostPageProps {
  title: string;
  text: string;
  /** Whether a bar of 56 px stands above it below 992 px, as on profiles. */
  underBar?: boolean;
}

/** The page for an address that does not exist. Its figure stands as high as that of a missing post. */
export const LostPage = ({ title, text, underBar = false }: LostPageProps) => (
  <div className={underBar ? 'lg:pt-14' : 'pt-14'}>
    <PageTitle title={title} />
    <EmptyState as="h1" figure={<LostDrawing />} title={title} text={text} action={<GoHome />} />
  </div>
);

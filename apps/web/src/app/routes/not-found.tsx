import { t } from '@lingui/core/macro';
import { LostPage } from '../../components/layouts/lost-page';

/** The page for unknown addresses (A §2.1). */
export const NotFoundRoute = () => (
  <LostPage
    title={t`Page not found`}
    text={t`This address leads nowhere. It may have moved, or a letter went astray.`}
  />
);

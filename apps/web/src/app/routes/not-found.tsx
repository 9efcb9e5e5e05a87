import { LostPage } from '../../components/layouts/lost-page';

/** Whatever no page answers to (A §2.1). */
export const NotFoundRoute = () => (
  <LostPage
    title="Page not found"
    text="This address leads nowhere. It may have moved, or a letter went astray."
  />
);

import { Page } from '../../components/layouts/page';

export const NotFoundRoute = () => <Page title="Social Feed">{null}</Page>;

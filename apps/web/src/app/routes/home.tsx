import { Page } from '../../components/layouts/page';

export const HomeRoute = () => <Page title="Social Feed">{null}</Page>;

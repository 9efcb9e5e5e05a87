import { Page } from '../../components/layouts/page';

export const LoginRoute = () => <Page title="Social Feed">{null}</Page>;

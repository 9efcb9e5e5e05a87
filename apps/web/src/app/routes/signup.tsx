import { Page } from '../../components/layouts/page';

export const SignupRoute = () => <Page title="Social Feed">{null}</Page>;

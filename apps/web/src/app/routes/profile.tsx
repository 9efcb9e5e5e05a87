import { Page } from '../../components/layouts/page';

export const ProfileRoute = () => <Page title="Social Feed">{null}</Page>;

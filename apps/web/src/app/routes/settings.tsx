import { Page } from '../../components/layouts/page';

export const SettingsRoute = () => <Page title="Social Feed">{null}</Page>;

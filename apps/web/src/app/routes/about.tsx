import { Page } from '../../components/layouts/page';

export const AboutRoute = () => <Page title="Social Feed">{null}</Page>;

import { Page } from '../../components/layouts/page';

export const ContactRoute = () => <Page title="Social Feed">{null}</Page>;

import { Page } from '../../components/layouts/page';

export const PostRoute = () => <Page title="Social Feed">{null}</Page>;

import { Page } from '../../components/layouts/page';

export const CreatePostRoute = () => <Page title="Social Feed">{null}</Page>;

import { Page } from '../../components/layouts/page';

export const SearchRoute = () => <Page title="Social Feed">{null}</Page>;

import { Suspense, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { FullScreenSpinner } from '../../components/ui/spinner';
import { paths, type Page } from '../../config/paths';
import { lazyRoute } from '../../lib/lazy';
import { RequireUser } from '../guards';

const PhotoRoute = lazyRoute(() => import('../../features/content/post/page/photo-screen'), 'PhotoRoute');
const CreatePostRoute = lazyRoute(() => import('./create-post'), 'CreatePostRoute');
const DraftsRoute = lazyRoute(() => import('./drafts'), 'DraftsRoute');
const SettingsRoute = lazyRoute(() => import('./settings'), 'SettingsRoute');
const SearchRoute = lazyRoute(() => import('./search'), 'SearchRoute');
const AboutRoute = lazyRoute(() => import('./about'), 'AboutRoute');
const ContactRoute = lazyRoute(() => import('./contact'), 'ContactRoute');
const NotificationsRoute = lazyRoute(() => import('./notifications'), 'NotificationsRoute');
const FeaturesRoute = lazyRoute(() => import('./features'), 'FeaturesRoute');
const AdminRoute = lazyRoute(() => import('./admin'), 'AdminRoute');
const MessageRoute = lazyRoute(() => import('./message'), 'MessageRoute');
const TodayRoute = lazyRoute(() => import('./today'), 'TodayRoute');
const CollectionsRoute = lazyRoute(() => import('./collections'), 'CollectionsRoute');
const SharedCollectionRoute = lazyRoute(() => import('./collections'), 'SharedCollectionRoute');
const ProfileRoute = lazyRoute(() => import('./profile'), 'ProfileRoute');
const NotFoundRoute = lazyRoute(() => import('./not-found'), 'NotFoundRoute');

/** The route of a page, which signs members in first if it is for them only. */
const routeOf = (page: Page, element: ReactElement) => (
  <Route path={page.path} element={page.for === 'members' ? <RequireUser>{element}</RequireUser> : element} />
);

/**
 * The pages inside the shell other than home and post. A separate route list, since the first screens would load it
 * without using it.
 */
export const LaterPages = () => (
  <Suspense fallback={<FullScreenSpinner />}>
    <Routes>
      {routeOf(paths.photo, <PhotoRoute />)}
      {routeOf(paths.search, <SearchRoute />)}
      {routeOf(paths.today, <TodayRoute />)}
      {routeOf(paths.about, <AboutRoute />)}
      {routeOf(paths.contact, <ContactRoute />)}
      {routeOf(paths.features, <FeaturesRoute />)}
      {routeOf(paths.createPost, <CreatePostRoute />)}
      {routeOf(paths.drafts, <DraftsRoute />)}
      {routeOf(paths.notifications, <NotificationsRoute />)}
      {routeOf(paths.settings, <SettingsRoute />)}
      {routeOf(paths.message, <MessageRoute />)}
      {routeOf(paths.admin, <AdminRoute />)}
      {routeOf(paths.collections, <CollectionsRoute />)}
      {routeOf(paths.sharedCollection, <SharedCollectionRoute />)}
      {routeOf(paths.profile, <ProfileRoute />)}
      {routeOf(paths.profileTab, <ProfileRoute />)}
      <Route path="*" element={<NotFoundRoute />} />
    </Routes>
  </Suspense>
);

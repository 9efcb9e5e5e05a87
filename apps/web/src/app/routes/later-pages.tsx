import { Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { FullScreenSpinner } from '../../components/ui/spinner';
import { paths } from '../../config/paths';
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

const members = (page: ReactNode) => <RequireUser>{page}</RequireUser>;

/**
 * The pages inside the shell other than home and post. A separate route list, since the first screens would load it
 * without using it.
 */
export const LaterPages = () => (
  <Suspense fallback={<FullScreenSpinner />}>
    <Routes>
      <Route path={paths.photo.path} element={<PhotoRoute />} />
      <Route path={paths.search.path} element={<SearchRoute />} />
      <Route path={paths.today.path} element={<TodayRoute />} />
      <Route path={paths.about.path} element={<AboutRoute />} />
      <Route path={paths.contact.path} element={<ContactRoute />} />
      <Route path={paths.features.path} element={<FeaturesRoute />} />
      <Route path={paths.createPost.path} element={members(<CreatePostRoute />)} />
      <Route path={paths.drafts.path} element={members(<DraftsRoute />)} />
      <Route path={paths.notifications.path} element={members(<NotificationsRoute />)} />
      <Route path={paths.settings.path} element={members(<SettingsRoute />)} />
      <Route path={paths.message.path} element={members(<MessageRoute />)} />
      <Route path={paths.admin.path} element={members(<AdminRoute />)} />
      <Route path={paths.collections.path} element={members(<CollectionsRoute />)} />
      <Route path={paths.sharedCollection.path} element={<SharedCollectionRoute />} />
      <Route path={paths.profile.path} element={<ProfileRoute />} />
      <Route path={paths.profileTab.path} element={<ProfileRoute />} />
      <Route path="*" element={<NotFoundRoute />} />
    </Routes>
  </Suspense>
);

import { useParams } from 'react-router-dom';
import { CollectionPage } from '../../features/reading/collections/collection-page';
import { CollectionList } from '../../features/reading/collections/collection-list';
import { RequireUser } from '../guards';

/** /collections: the own collections. */
export const CollectionsRoute = () => <CollectionList />;

/** /collections/{collectionId}: an own collection. */
export const CollectionRoute = ({ collectionId }: { collectionId: string }) => (
  <RequireUser>
    <CollectionPage id={collectionId} own />
  </RequireUser>
);

/** /c/{shareId}: a shared collection, for everyone who has its address. */
export const SharedCollectionRoute = () => {
  const { shareId = '' } = useParams();
  return <CollectionPage key={shareId} id={shareId} />;
};

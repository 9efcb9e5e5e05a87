import { CommentChoices } from '../../../../components/ui/comment-choices';
import { Skeleton } from '../../../../components/ui/skeleton';
import { usePostSettings } from '../post-settings';
import { Loaded } from './listing';

/** Who may comment on the user's new posts, and for how long. */
export const CommentDefaults = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = usePostSettings(viewerId);
  return (
    <Loaded query={query} loading={<Skeleton className="h-19 rounded-media" />}>
      {(settings) => (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <CommentChoices chosen={settings} onChange={change} />
        </div>
      )}
    </Loaded>
  );
};

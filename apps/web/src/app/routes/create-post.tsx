import type { Post } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { feedSeed } from '../../cache/feed-seed';
import { keys } from '../../cache/keys';
import { Card } from '../../components/ui/card';
import { Page } from '../../components/layouts/page';
import { paths } from '../../config/paths';
import { ComposerForm } from '../../features/composer';
import { toast } from '../../lib/toast';
import { useViewer } from '../../lib/viewer';

export const CreatePostRoute = () => {
  const { user } = useViewer();
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!user) return null;

  const handleCreated = (post: Post): void => {
    // the next list draws a new order, in which the new post has its place (F §4)
    feedSeed.clear();
    client.removeQueries({ queryKey: keys.posts });
    toast.success('Your post is published.');
    void navigate(paths.post.getHref(post._id), { replace: true });
  };

  return (
    <Page title="Create Post">
      <Card as="section" className="p-4 md:p-5">
        <ComposerForm key={user._id} user={user} onCreated={handleCreated} />
      </Card>
    </Page>
  );
};

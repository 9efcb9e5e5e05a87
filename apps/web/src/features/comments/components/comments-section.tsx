import type { CommentReader } from '../../../cache/keys';
import { formatCount } from '../../../lib/format';
import { useComments } from '../hooks/use-comments';
import { CommentForm } from './comment-form';
import { CommentList } from './comment-list';

interface CommentsSectionProps {
  postId: string;
  reader: CommentReader;
  /** Count known before the comments are. */
  count: number;
  /** What the logged-out prompt's button does. */
  login: () => void;
  headingLevel: 'h2' | 'h3';
}

/** Comments of a post: header with the count, field, list (F §2). */
export const CommentsSection = ({
  postId,
  reader,
  count,
  login,
  headingLevel: Heading,
}: CommentsSectionProps) => {
  const query = useComments(postId, reader);
  return (
    <section aria-label="Comments">
      <Heading className="mb-3 text-body font-semibold">
        Comments ({formatCount(query.total ?? count)})
      </Heading>
      <CommentForm postId={postId} login={login} />
      <div className="mt-5">
        <CommentList postId={postId} query={query} />
      </div>
    </section>
  );
};

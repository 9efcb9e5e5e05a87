import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../../components/ui/card';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state';
import { LostFigure } from '../../../components/ui/figures';
import { Button } from '../../../components/ui/button';
import { messageOf } from '../../../lib/api-error';
import {
  MATCHES_PER_PAGE,
  usePostSearch,
  usePeopleSearch,
  useTagSearch,
  type ResultPart,
} from '../search-queries';
import { formatCount } from '../../../lib/format';
import { PostSkeletons } from '../../post/card/post-skeleton';
import { PostList } from '../../post/list/post-list';
import { PeopleList, PeopleSkeleton, TagList, TagSkeleton } from './hits';

/** What the states below need to know of a paged query. */
export interface ResultQuery {
  error: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** The first page could not be read. */
export const ResultsFailed = ({ query }: { query: ResultQuery }) => (
  <Card className="max-md:rounded-none max-md:border-x-0">
    <ErrorState
      title="Something went wrong"
      text={messageOf(query.error)}
      action={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? 'Retrying...' : 'Try Again'}
        </Button>
      }
    />
  </Card>
);

/** Nothing matches; `what` names what was looked for, as in "posts". */
export const NothingFound = ({ what, advice }: { what: string; advice: string }) => (
  <Card className="max-md:rounded-none max-md:border-x-0">
    <EmptyState as="h3" figure={<LostFigure />} title={`No ${what} match`} text={advice} />
  </Card>
);

/** The way to the next page: a button, so that what stands below the results stays in reach. */
export const MoreResults = ({ query, what }: { query: ResultQuery; what: string }) => {
  if (!query.hasNextPage) return null;
  const { isFetchingNextPage: busy, isFetchNextPageError: failed } = query;
  return (
    <div className="grid place-items-center gap-2 px-4 py-4">
      {failed ? (
        <p role="alert" className="text-muted">
          Failed to load more {what}
        </p>
      ) : null}
      <Button variant="soft" busy={busy} onClick={() => void query.fetchNextPage()}>
        {busy ? 'Loading...' : failed ? 'Try Again' : `Show more ${what}`}
      </Button>
    </div>
  );
};

/** Posts that match the term, by pages behind a button, so that what follows them stays in reach. */
export const MatchingPosts = ({ term }: { term: string }) => {
  const query = usePostSearch(term);
  const { posts, total, hasNextPage } = query;
  if (query.isPending) return <PostSkeletons />;
  if (query.error && posts.length === 0) return <ResultsFailed query={query} />;
  // all of a page may be by blocked authors
  if (posts.length === 0 && !hasNextPage)
    return <NothingFound what="posts" advice="Try a shorter word, or a tag." />;
  return (
    <>
      <p className="px-4 pb-2 text-meta text-muted md:px-0">
        {formatCount(total)} {total === 1 ? 'post' : 'posts'}
      </p>
      <PostList posts={posts} pageSize={MATCHES_PER_PAGE} complete={!hasNextPage} />
      <MoreResults query={query} what="posts" />
    </>
  );
};

/** The part of the results that holds people, by pages. */
export const FoundPeople = ({ term }: { term: string }) => {
  const query = usePeopleSearch(term);
  if (query.isPending) return <PeopleSkeleton rows={6} />;
  if (query.error && query.people.length === 0) return <ResultsFailed query={query} />;
  if (query.people.length === 0)
    return <NothingFound what="people" advice="Names are found by how they begin." />;
  return (
    <>
      <PeopleList people={query.people} />
      <MoreResults query={query} what="people" />
    </>
  );
};

/** The part of the results that holds tags, by pages. */
export const FoundTags = ({ term }: { term: string }) => {
  const query = useTagSearch(term);
  if (query.isPending) return <TagSkeleton />;
  if (query.error && query.tags.length === 0) return <ResultsFailed query={query} />;
  if (query.tags.length === 0) return <NothingFound what="tags" advice="Tags are found by how they begin." />;
  return (
    <>
      <TagList tags={query.tags} />
      <MoreResults query={query} what="tags" />
    </>
  );
};

/** Of people and tags, as many as leave the posts in sight. */
const PEOPLE_SHOWN = 3;
const TAGS_SHOWN = 6;

const Section = ({
  title,
  all,
  children,
}: {
  title: string;
  all?: string | undefined;
  children: ReactNode;
}) => (
  <section aria-label={title} className="mt-5">
    <header className="mb-2 flex min-h-11 items-center justify-between px-4 md:px-0">
      <h3 className="text-title font-semibold">{title}</h3>
      {all === undefined ? null : (
        <Link
          to={all}
          state={{ keepPlace: true }}
          aria-label={`See all ${title.toLowerCase()}`}
          className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
        >
          See all
        </Link>
      )}
    </header>
    {children}
  </section>
);

interface FoundAllProps {
  term: string;
  hrefOf: (part: ResultPart) => string;
}

/** Some people and tags, then all posts. People and tags that cannot be read are left out here; their own parts say so. */
export const FoundAll = ({ term, hrefOf }: FoundAllProps) => {
  const { people, isPending: peoplePending, hasNextPage: morePeople } = usePeopleSearch(term);
  const { tags, hasNextPage: moreTags } = useTagSearch(term);
  return (
    <>
      {peoplePending || people.length > 0 ? (
        <Section
          title="People"
          all={people.length > PEOPLE_SHOWN || morePeople ? hrefOf('people') : undefined}
        >
          {peoplePending ? (
            <PeopleSkeleton rows={1} />
          ) : (
            <PeopleList people={people.slice(0, PEOPLE_SHOWN)} />
          )}
        </Section>
      ) : null}
      {tags.length > 0 ? (
        <Section title="Tags" all={tags.length > TAGS_SHOWN || moreTags ? hrefOf('tags') : undefined}>
          <TagList tags={tags.slice(0, TAGS_SHOWN)} />
        </Section>
      ) : null}
      <Section title="Posts">
        <MatchingPosts term={term} />
      </Section>
    </>
  );
};

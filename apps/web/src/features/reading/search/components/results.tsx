import { plural, t } from '@lingui/core/macro';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../../components/ui/empty-state';
import { paths } from '../../../../config/paths';
import { buttonClass } from '../../../../components/ui/button';
import { LostDrawing } from '../../../../components/ui/drawings';
import { Paged, type PagesQuery } from '../../../../components/ui/paged';
import { usePostSearch, usePeopleSearch, useSuggestedPeople, useTagSearch } from '../search-queries';
import { MATCHES_PER_PAGE, tagOf, type ResultPart } from '../search-term';
import { formatCount, shownCount } from '../../../../lib/format';
import { PostSkeletons } from '../../../content/post/card/post-skeleton';
import { PostList } from '../../../content/post/list/post-list';
import { ShuffleBar, ShuffledPosts, useShuffleSeed } from '../../../content/post/list/shuffle';
import { PeopleList, PeopleSkeleton, TagList, TagSkeleton } from './hits';
import type { Elements } from '../../../../lib/elements';

interface FoundProps<T> {
  query: PagesQuery & { items: T[] };
  /** Name of the results, e.g. "posts". */
  what: What;
  /** Advice shown if nothing matches. */
  advice: string;
  loading: ReactNode;
  children: (items: T[]) => Elements;
}

const NO_MATCH = { posts: t`No posts match`, people: t`No people match`, tags: t`No tags match` };
type What = keyof typeof NO_MATCH;

const NoMatch = ({ what, advice }: { what: What; advice: string }) => (
  <EmptyState
    as="h3"
    figure={<LostDrawing />}
    title={NO_MATCH[what]}
    text={advice}
    action={
      <Link to={paths.home.getHref()} className={buttonClass({ variant: 'soft' })}>
        {t`Browse the feed`}
      </Link>
    }
  />
);

/** A section of the results with its loading, error and empty states. */
const Found = <T,>({ query, what, advice, loading, children }: FoundProps<T>) => (
  <Paged query={query} what={what} loading={loading} empty={<NoMatch what={what} advice={advice} />}>
    {children(query.items)}
  </Paged>
);

const NO_POSTS = { what: 'posts' as const, advice: t`Try a shorter word, or a tag.` };

/** Matching posts, newest first. Posts of a tag are shuffled if the URL has a seed. */
export const MatchingPosts = ({ term }: { term: string }) => {
  const seed = useShuffleSeed();
  const tag = tagOf(term);
  if (!tag || seed === undefined) return <NewestMatches term={term} mayShuffle={Boolean(tag)} />;
  return (
    <>
      <ShuffleBar />
      <Suspense fallback={<PostSkeletons />}>
        <ShuffledPosts of={{ tag }} seed={seed} empty={<NoMatch {...NO_POSTS} />} />
      </Suspense>
    </>
  );
};

const NewestMatches = ({ term, mayShuffle }: { term: string; mayShuffle: boolean }) => {
  const query = usePostSearch(term);
  const { hasNextPage } = query;
  const found = formatCount(query.total);
  const total = shownCount(query.total);
  const count = plural(total, { one: `${found} post`, other: `${found} posts` });
  return (
    <Found query={query} {...NO_POSTS} loading={<PostSkeletons />}>
      {(posts) => (
        <>
          {mayShuffle ? (
            <ShuffleBar>{count}</ShuffleBar>
          ) : (
            <p className="px-4 pb-2 text-meta text-muted md:px-0">{count}</p>
          )}
          <PostList posts={posts} pageSize={MATCHES_PER_PAGE} complete={!hasNextPage} />
        </>
      )}
    </Found>
  );
};

/** The users section of the results. */
export const FoundPeople = ({ term }: { term: string }) => (
  <Found
    query={usePeopleSearch(term)}
    what="people"
    advice={t`Try another word of the name, or how it begins.`}
    loading={<PeopleSkeleton rows={6} />}
  >
    {(people) => <PeopleList people={people} />}
  </Found>
);

/** Suggested users to follow. */
export const SuggestedPeople = () => (
  <section aria-labelledby="suggested-people">
    <h2 id="suggested-people" className="mb-2 px-4 text-section font-semibold md:px-0">
      {t`People to follow`}
    </h2>
    <Found
      query={useSuggestedPeople()}
      what="people"
      advice={t`Search for a name, or come back when more people have posted.`}
      loading={<PeopleSkeleton rows={6} />}
    >
      {(people) => <PeopleList people={people} />}
    </Found>
  </section>
);

/** The tags section of the results. */
export const FoundTags = ({ term }: { term: string }) => (
  <Found
    query={useTagSearch(term)}
    what="tags"
    advice={t`Tags are found by how they begin.`}
    loading={<TagSkeleton />}
  >
    {(tags) => <TagList tags={tags} />}
  </Found>
);

/** Number of users shown, small enough to keep the posts visible. */
const PEOPLE_SHOWN = 3;
const TAGS_SHOWN = 6;

interface SectionProps {
  title: string;
  all?: string | undefined;
  /** Of the link there, for assistive technology. */
  allLabel?: string;
  children: Elements;
}

const Section = ({ title, all, allLabel, children }: SectionProps) => (
  <section aria-label={title} className="mt-5">
    <header className="mb-2 flex min-h-11 items-center justify-between px-4 md:px-0">
      <h3 className="text-title font-semibold">{title}</h3>
      {all === undefined ? null : (
        <Link
          to={all}
          state={{ keepPlace: true }}
          aria-label={allLabel}
          className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
        >
          {t`See all`}
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

/**
 * Some users and tags, then all posts. Users and tags that fail to load are left out here; their own sections show
 * the error.
 */
export const FoundAll = ({ term, hrefOf }: FoundAllProps) => {
  const { items: people, isPending: peoplePending, hasNextPage: morePeople } = usePeopleSearch(term);
  const { items: tags, hasNextPage: moreTags } = useTagSearch(term);
  return (
    <>
      {peoplePending || people.length > 0 ? (
        <Section
          title={t`People`}
          allLabel={t`See all people`}
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
        <Section
          title={t`Tags`}
          allLabel={t`See all tags`}
          all={tags.length > TAGS_SHOWN || moreTags ? hrefOf('tags') : undefined}
        >
          <TagList tags={tags.slice(0, TAGS_SHOWN)} />
        </Section>
      ) : null}
      <Section title={t`Posts`}>
        <MatchingPosts term={term} />
      </Section>
    </>
  );
};

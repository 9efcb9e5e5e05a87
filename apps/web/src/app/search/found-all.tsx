import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PeopleList, PeopleSkeleton } from '../../features/search/components/people-list';
import { TagList } from '../../features/search/components/tag-list';
import { usePeopleSearch } from '../../features/search/hooks/use-people-search';
import { useTagSearch } from '../../features/search/hooks/use-tag-search';
import type { ResultPart } from '../../features/search/model/search-term';
import { MatchingPosts } from './matching-posts';

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

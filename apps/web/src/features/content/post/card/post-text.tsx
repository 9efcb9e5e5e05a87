import { t } from '@lingui/core/macro';
import { Suspense, useState, type CSSProperties } from 'react';
import { postName, type ClientPost } from '../model/post';
import { CardLink, useOpen } from '../../../../components/ui/card-link';
import { FoldedText } from '../../../../components/ui/folded-text';
import { LinkedText } from '../../../../components/ui/linked-text';
import { cx } from '../../../../lib/class-names';
import { paths } from '../../../../config/paths';
import { lazyPart } from '../../../../lib/lazy';
import type { Elements } from '../../../../lib/elements';
import { serifOf } from '../../../../lib/serif';
import { usePress } from '../../../../lib/press';
import { useMediaQuery } from '../../../../lib/use-media-query';
import { useLanguages } from '../../../../cache/language-store';
import { CAROUSEL, frameStyle, mediaItems } from '../model/media-items';
import { translationTarget, type Translated } from '../model/translation-target';

const Translation = lazyPart(() => import('./translation'), 'Translation');
const PostLinks = lazyPart(() => import('./post-links'), 'PostLinks');
const Warned = lazyPart(() => import('./warned'), 'Warned');

/** How a post is set where its text is all there is to see. */
export interface Display {
  title: CSSProperties;
  text: CSSProperties;
  /** Whether the text below the title is set in the serif typeface as well. */
  isSerif: boolean;
}

interface PostTextProps {
  post: ClientPost;
  /** Link of the title; absent on the post's own page. */
  href?: string;
  expanded: boolean;
  onExpand: () => void;
  headingId: string;
  headingLevel: 'h1' | 'h2';
  display?: Display | undefined;
}

/** The longest text that is large where it stands alone, in characters. */
const LARGE_MAX = 160;

/** Whether a short text is all that a post has. */
const isTextAlone = (post: ClientPost): boolean =>
  !post.title &&
  post.description.length <= LARGE_MAX &&
  !post.card &&
  !post.outside &&
  mediaItems(post).length === 0;

/** Title and description; a long description is folded behind "Show more". */
export const PostText = (props: PostTextProps) => {
  const { href, expanded, onExpand, headingId, headingLevel: Heading, display } = props;
  const { post } = props;
  const to = translationTarget(post.language, useLanguages());
  const of = `${post.title}\n${post.description}`;
  const [translated, setTranslated] = useState<Translated | null>(null);
  // an edited post shows its new texts
  const { title, description, language } = translated?.of === of ? translated : post;
  const lang = language ?? undefined;
  const serif = serifOf(title);
  const open = useOpen();
  const press = usePress(href, () => open(href ?? ''));
  return (
    <div className={title || description ? '' : 'sr-only'}>
      {title ? (
        <Heading
          id={headingId}
          lang={lang}
          dir="auto"
          style={display?.title}
          className={cx(
            'font-semibold text-pretty wrap-anywhere',
            // the serif looks small, so it is larger; in cards its lines are as high, so that nothing moves when it comes
            Heading === 'h1' ? 'text-section' : 'text-title leading-[1.5rem]',
            serif &&
              cx(
                serif,
                Heading === 'h1' ? 'serif:text-[1.5rem] serif:leading-tight' : 'serif:text-[1.1875rem]',
              ),
          )}
        >
          {href ? (
            // the only link to the post: 24 px are the least to aim at
            <CardLink to={href} className="py-1 decoration-1 underline-offset-3 hover:underline">
              {title}
            </CardLink>
          ) : (
            <LinkedText text={title} />
          )}
        </Heading>
      ) : (
        <Heading id={headingId} className="sr-only">
          {postName({ ...post, title: '' })}
        </Heading>
      )}
      {description ? (
        <FoldedText
          {...press}
          lang={lang}
          text={description}
          expanded={expanded}
          onExpand={onExpand}
          style={display?.text}
          large={display === undefined && isTextAlone(post)}
          className={cx(title && 'mt-1', href && 'cursor-pointer', display?.isSerif && serifOf(description))}
        />
      ) : null}
      {to && of.trim() ? (
        // keeps its place, since the browser answers late whether it can translate
        <Suspense fallback={<div className="-mb-2 min-h-11" />}>
          <Translation key={`${of}${to}`} post={post} to={to} of={of} onShow={setTranslated} />
        </Suspense>
      ) : null}
    </div>
  );
};

/** Reserves the space of media that are still loading. */
const Reserved = ({ post, onPage }: { post: ClientPost; onPage: boolean }) => {
  const narrow = useMediaQuery(CAROUSEL);
  return (
    <div
      className="rounded-media bg-fill"
      style={frameStyle(mediaItems(post), narrow || onPage ? 'carousel' : 'grid')}
    />
  );
};

/** The height of `PostLinks`: a card, or a line for each link. */
const linksHeight = ({ card, outside = [] }: ClientPost): string =>
  card ? '6rem' : `${2.75 * outside.length}rem`;

interface PostBodyProps extends PostTextProps {
  media: Elements;
}

/** Text, links and media; shown by `Warned` if the author added a warning. */
export const PostBody = ({ media, ...text }: PostBodyProps) => {
  const { post } = text;
  const words = (
    <>
      <PostText {...text} />
      {post.outside || post.card ? (
        <Suspense fallback={<div style={{ height: linksHeight(post) }} />}>
          <PostLinks post={post} />
        </Suspense>
      ) : null}
    </>
  );
  if (!post.contentWarning && !post.sensitive)
    return (
      <>
        {words}
        {media}
      </>
    );
  const waiting = post.contentWarning ? (
    <div className="h-15 rounded-media bg-fill" />
  ) : (
    <>
      {words}
      <Reserved post={post} onPage={text.headingLevel === 'h1'} />
    </>
  );
  return (
    <Suspense fallback={waiting}>
      <Warned {...text} words={words} media={media} />
    </Suspense>
  );
};

/** A post's tags, each linking to its search (F §2). */
export const PostTags = ({ tags }: { tags: string[] }) =>
  tags.length === 0 ? null : (
    <p role="group" aria-label={t`Tags`} className="-my-1 flex flex-wrap gap-x-3">
      {tags.map((tag) => (
        <CardLink
          key={tag}
          to={paths.search.getHref(tag)}
          dir="auto"
          className="py-1 text-meta wrap-anywhere text-muted underline decoration-line underline-offset-3 hover:text-text"
        >
          {`#${tag}`}
        </CardLink>
      ))}
    </p>
  );

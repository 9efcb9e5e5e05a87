import { Suspense, useLayoutEffect, useState, useId, useRef, type MouseEvent, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ClientPost } from '../model/post';
import { LinkedText } from '../../../components/ui/linked-text';
import { cx } from '../../../lib/class-names';
import { paths } from '../../../config/paths';
import { isModified } from '../../../lib/keys';
import { lazyPart } from '../../../lib/lazy';
import { frameAspect, mediaItems } from '../model/media-items';
import type { Elements } from '../../../lib/elements';

const Warned = lazyPart(() => import('./warned'), 'Warned');

/** Whether an element hides part of its text, for as long as `watch` is true; measured again when its width changes. */
export const useIsClamped = (element: RefObject<HTMLElement | null>, watch: boolean): boolean => {
  const [clamped, setClamped] = useState(false);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node || !watch) return;
    const measure = () => setClamped(node.scrollHeight > node.clientHeight + 1);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, watch]);
  return clamped;
};

interface PostTextProps {
  post: ClientPost;
  /** Where the title leads; none on the post's own page. */
  href?: string;
  expanded: boolean;
  onExpand: () => void;
  headingId: string;
  headingLevel: 'h1' | 'h2';
}

/** Texts from this length on, or of more lines than stay, are likely to fold: none of their lines is spent on blank ones. */
const LIKELY_LONG = 320;
const LINES = 5;

const folded = (text: string): string =>
  text.length >= LIKELY_LONG || text.split('\n').length > LINES ? text.replace(/\n\s*\n/g, '\n') : text;

/** Title and description; a long description folds behind "Show more". */
export const PostText = (props: PostTextProps) => {
  const { href, expanded, onExpand, headingId, headingLevel: Heading } = props;
  const { title, description, user } = props.post;
  const text = useRef<HTMLParagraphElement>(null);
  const textId = useId();
  const clamped = useIsClamped(text, !expanded);
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent) => {
    // a link in the text leads elsewhere, and whoever marks words does not want to leave
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (href && !onLink && !isModified(event) && getSelection()?.isCollapsed) void navigate(href);
  };
  return (
    <div className={title || description ? '' : 'sr-only'}>
      {title ? (
        <Heading
          id={headingId}
          dir="auto"
          className={cx(
            'font-semibold text-pretty wrap-anywhere',
            Heading === 'h1' ? 'text-section' : 'text-title',
          )}
        >
          {href ? (
            <Link to={href} className="hover:underline hover:decoration-1 hover:underline-offset-3">
              {title}
            </Link>
          ) : (
            <LinkedText text={title} />
          )}
        </Heading>
      ) : (
        <Heading id={headingId} className="sr-only">
          {`Post by ${user.fullName}`}
        </Heading>
      )}
      {description ? (
        <>
          {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a larger target for the pointer; title and time are the links */}
          <p
            ref={text}
            id={textId}
            dir="auto"
            onClick={handleClick}
            className={cx(
              'text-body wrap-anywhere whitespace-pre-line',
              title && 'mt-1',
              href && 'cursor-pointer',
              !expanded && 'line-clamp-5',
            )}
          >
            <LinkedText text={expanded ? description : folded(description)} />
          </p>
          {clamped && !expanded ? (
            <button
              type="button"
              aria-expanded={false}
              aria-controls={textId}
              onClick={onExpand}
              className="relative mt-0.5 text-body font-medium text-accent-text after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline"
            >
              Show more
            </button>
          ) : null}
        </>
      ) : null}
    </div>
  );
};

interface PostBodyProps extends PostTextProps {
  media: Elements;
}

/** Text and media; where the author warns of them, as the part for it shows them. */
export const PostBody = ({ media, ...text }: PostBodyProps) => {
  const { post } = text;
  const words = <PostText {...text} />;
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
      <div
        className="max-h-[70svh] rounded-media bg-fill"
        style={{ aspectRatio: frameAspect(mediaItems(post)) }}
      />
    </>
  );
  return (
    <Suspense fallback={waiting}>
      <Warned {...text} words={words} media={media} />
    </Suspense>
  );
};

/** A post's tags, each leading to its search (F §2). */
export const PostTags = ({ tags }: { tags: string[] }) =>
  tags.length === 0 ? null : (
    <ul aria-label="Tags" className="-my-1 flex flex-wrap gap-x-3">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={paths.search.getHref(tag)}
            dir="auto"
            className="inline-block py-1 text-meta font-medium text-accent-text hover:underline"
          >
            {`#${tag}`}
          </Link>
        </li>
      ))}
    </ul>
  );

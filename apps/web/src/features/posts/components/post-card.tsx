import { useCallback, useId, type ReactNode, type Ref } from 'react';
import type { ClientPost } from '../../../cache/post-model';
import { paths } from '../../../config/paths';
import { cx } from '../../../lib/class-names';
import { useMediaQuery } from '../../../lib/use-media-query';
import { mediaItems } from '../model/media-items';
import { isPostId } from '../model/post-links';
import { MediaFrame } from './media-frame';
import { MediaGrid } from './media-grid';
import { PostHeader } from './post-header';
import { PostTags, PostText } from './post-text';

/** Screens up to this width show a carousel (F §2). */
const CAROUSEL = '(max-width: 768px)';

/** What a card remembers while it is scrolled out of the page. */
export interface CardView {
  textOpen: boolean;
  mediaOpen: boolean;
  slide: number;
}

export interface PostCardProps {
  post: ClientPost | null | undefined;
  own: boolean;
  view: CardView;
  /** Must keep its identity between renders. */
  onView: (change: Partial<CardView>) => void;
  follow?: ReactNode;
  menu?: ReactNode;
  actions: ReactNode;
  /** Comments panel, when open. */
  comments?: ReactNode;
  /** The first card: its picture is fetched first. */
  eager?: boolean;
  /** Place in the list, from 1, and its length; -1 while the end is not known. */
  position?: { index: number; size: number };
  ref?: Ref<HTMLElement>;
}

const CARD = 'border-b border-line bg-surface md:mb-3 md:rounded-card md:border';

const CardError = ({ text }: { text: string }) => (
  <article role="alert" className={cx(CARD, 'p-4 text-body text-danger')}>
    {text}
  </article>
);

const Media = ({
  post,
  view,
  onView,
  eager,
}: Pick<PostCardProps, 'view' | 'onView'> & { post: ClientPost; eager: boolean }) => {
  const narrow = useMediaQuery(CAROUSEL);
  const items = mediaItems(post);
  const setSlide = useCallback((slide: number) => onView({ slide }), [onView]);
  if (items.length === 0) return null;
  const hrefOf = (index: number) => paths.photo.getHref(post.user.userName, post._id, index + 1);
  if (narrow && items.length > 1)
    return (
      <MediaFrame
        items={items}
        fit="cover"
        eager={eager}
        index={view.slide}
        onIndex={setSlide}
        hrefOf={hrefOf}
        className="rounded-media"
      />
    );
  return (
    <MediaGrid
      items={items}
      hrefOf={hrefOf}
      eager={eager}
      expanded={view.mediaOpen}
      onToggle={() => onView({ mediaOpen: !view.mediaOpen })}
    />
  );
};

/** A post in a list (F §2). What belongs to other features comes in through the slots. */
export const PostCard = (props: PostCardProps) => {
  const { post, own, view, onView, eager = false, position, ref } = props;
  const headingId = useId();
  if (!post) return <CardError text="Error: No post data available" />;
  if (!isPostId(post._id)) return <CardError text="Error: Invalid post ID" />;
  return (
    <article
      ref={ref}
      tabIndex={0}
      data-post-id={post._id}
      aria-labelledby={headingId}
      aria-posinset={position?.index}
      aria-setsize={position?.size}
      className={cx(CARD, 'px-4 pt-4 pb-1.5 focus-visible:-outline-offset-2 md:px-5')}
    >
      <PostHeader post={post} own={own} follow={props.follow} menu={props.menu} />
      <div className="mt-3 flex flex-col gap-3">
        <div className={post.title || post.description ? '' : 'sr-only'}>
          <PostText
            title={post.title}
            label={`Post by ${post.user.fullName}`}
            description={post.description}
            href={paths.post.getHref(post._id)}
            expanded={view.textOpen}
            onExpand={() => onView({ textOpen: true })}
            headingId={headingId}
            headingLevel="h2"
          />
        </div>
        <Media post={post} view={view} onView={onView} eager={eager} />
        <PostTags tags={post.tags} />
      </div>
      <footer className="mt-1">{props.actions}</footer>
      {props.comments}
    </article>
  );
};

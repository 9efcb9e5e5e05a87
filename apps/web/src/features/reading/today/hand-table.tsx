import { t } from '@lingui/core/macro';
import { imageAtWidth } from '@social-feed/contracts';
import { EyeOff } from 'lucide-react';
import { Still } from '../../../components/ui/still';
import { truncate } from '../../../lib/format';
import { serifOf } from '../../../lib/serif';
import { TABLET, useMediaQuery } from '../../../lib/use-media-query';
import { useOwnAccount } from '../../../lib/viewer';
import type { Hidden } from '../../content/post/list/use-hidden';
import { mediaItems, placeholderStyle } from '../../content/post/model/media-items';
import { postName, type ClientPost } from '../../content/post/model/post';
import { useWarning } from '../../content/post/model/warning';
import { tintOf } from './hand-card-parts';

/** The characters of a post in small, of which four lines show. */
const BEGINNING = 60;

/** What a post in small says, or would say without its picture. */
const beginningOf = (post: ClientPost): string =>
  truncate((post.title || post.description).replace(/\s+/g, ' ').trim() || postName(post), BEGINNING);

/** A post in small: its picture, else the beginning of its text. Nothing of a post that is hidden or warned about. */
const Thumb = ({ post, isHidden }: { post: ClientPost; isHidden: boolean }) => {
  const { closed, media } = useWarning(post);
  const [first] = mediaItems(post);
  if (isHidden || closed || (first && media !== 'shown'))
    return (
      <span className="grid size-full place-items-center bg-fill text-muted">
        <EyeOff size="1.25em" aria-hidden />
      </span>
    );
  const address = first?.kind === 'video' ? first.poster : first && imageAtWidth(first.url, 320);
  if (first && address)
    return (
      <Still poster={first.kind === 'image' ? first.poster : undefined}>
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          style={placeholderStyle(first.placeholder)}
          className="size-full bg-cover bg-center object-cover"
        />
      </Still>
    );
  const text = beginningOf(post);
  return (
    <span
      dir="auto"
      className="block size-full overflow-hidden p-1.5 text-start"
      style={tintOf(post.user._id)}
    >
      <span
        className={`line-clamp-4 text-[0.75rem] leading-[1.4] font-semibold wrap-anywhere ${serifOf(text)}`}
      >
        {text}
      </span>
    </span>
  );
};

interface HandTableProps {
  posts: readonly ClientPost[];
  hidden: Hidden | null;
  kept: string | undefined;
  /** The post that is being kept. */
  busy: string | undefined;
  labelledBy: string;
  /** Absent once a post is kept. */
  onKeep: ((post: ClientPost) => Promise<void>) | undefined;
  onGo: (index: number) => void;
}

/** The posts of a hand in small: a press keeps one, or shows its card. */
export const HandTable = ({ posts, hidden, kept, busy, labelledBy, onKeep, onGo }: HandTableProps) => {
  const viewer = useOwnAccount();
  const isWide = useMediaQuery(TABLET);
  return (
    <ol
      aria-labelledby={labelledBy}
      className="grid w-full gap-1.5"
      // fewer columns with large text
      style={{
        gridTemplateColumns: `repeat(auto-fill, minmax(max(4rem, ${100 / (isWide ? 6 : 4)}% - 6px), 1fr))`,
      }}
    >
      {posts.map((post, index) => {
        const isHidden = hidden?.at(index) === true;
        const isOwn = viewer?._id === post.user._id;
        const name = beginningOf(post);
        const shows = isHidden ? t`Show card ${index + 1}: hidden` : t`Show card ${index + 1}: ${name}`;
        const keeps = onKeep && !isHidden && !isOwn;
        return (
          <li key={post._id}>
            <button
              type="button"
              aria-label={keeps ? t`Keep “${name}”` : shows}
              aria-busy={busy === post._id || undefined}
              onClick={() => (keeps ? void onKeep(post) : onGo(index))}
              className="relative block w-full overflow-hidden rounded-control border border-line transition-transform active:scale-95"
              style={{
                aspectRatio: 1,
                ...(post._id === kept && { outline: '3px solid var(--accent)' }),
                ...(busy === post._id && { opacity: 0.5 }),
              }}
            >
              <Thumb post={post} isHidden={isHidden} />
            </button>
          </li>
        );
      })}
    </ol>
  );
};

import { t } from '@lingui/core/macro';
import { imageAtWidth, type LinkCard as Card, type OutsideMedia } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { keys } from '../../../../cache/keys';
import { runOptimisticUpdate } from '../../../../cache/optimistic-update';
import { IconButton } from '../../../../components/ui/icon-button';
import { api } from '../../../../lib/api-client';
import { messageOf } from '../../../../lib/api-error';
import { savesData, usePreferences } from '../../../../lib/preferences';
import { toast } from '../../../../lib/toast';
import { useViewer } from '../../../../lib/viewer';
import { patchPost } from '../model/patch-post';
import { paramsOf, type ClientPost } from '../model/post';

/** For links that users wrote; the other site gets no referrer. */
const OUTSIDE = { target: '_blank', rel: 'nofollow ugc noopener noreferrer' } as const;

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

/** Media that stay at other sites until the reader goes there. */
const OutsideLinks = ({ items }: { items: OutsideMedia[] }) => (
  <ul>
    {items.map(({ kind, url }, index) => (
      <li key={index} className="flex h-11">
        <a
          href={url}
          {...OUTSIDE}
          className="flex min-w-0 items-center gap-1.5 text-body text-accent-text hover:underline"
        >
          <ExternalLink size="1em" aria-hidden className="shrink-0" />
          <span className="truncate">
            {kind === 'image' ? t`Picture from ${hostOf(url)}` : t`Video from ${hostOf(url)}`}
          </span>
        </a>
      </li>
    ))}
  </ul>
);

/** Returns a function that takes the card away from a post, shown at once and rolled back on failure. */
const useRemoveCard = (post: ClientPost) => {
  const client = useQueryClient();
  return (card: Card) => {
    const patch = (change: (post: ClientPost) => ClientPost) => patchPost(client, post._id, change);
    return runOptimisticUpdate(client, {
      queryKey: keys.posts,
      apply: () =>
        patch((each) => {
          const { card: shown, ...rest } = each;
          return shown?.url === card.url ? rest : each;
        }),
      send: () => api.call('removeLinkCard', { params: paramsOf(post._id) }),
      rollback: () => patch((each) => ({ card, ...each })),
      onError: (error) => toast.error(messageOf(error)),
    });
  };
};

const LinkCard = ({ post, card }: { post: ClientPost; card: Card }) => {
  const { user } = useViewer();
  const box = useRef<HTMLDivElement>(null);
  const saving = usePreferences(savesData);
  const [failed, setFailed] = useState(false);
  const remove = useRemoveCard(post);
  const handleRemove = () => {
    // the pressed button disappears
    box.current?.closest('article')?.focus({ preventScroll: true });
    void remove(card);
  };
  return (
    <div
      ref={box}
      className="relative flex h-24 overflow-hidden rounded-media border border-line hover:bg-fill"
    >
      {card.image === '' || saving || post.sensitive ? null : (
        <span className="block h-full w-24 shrink-0 bg-fill">
          {failed ? null : (
            <img
              src={imageAtWidth(card.image, 320)}
              alt=""
              width={96}
              height={96}
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
              onError={() => setFailed(true)}
            />
          )}
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col justify-center px-3">
        <span dir="ltr" translate="no" className="block w-fit max-w-full truncate text-meta text-muted">
          {card.site}
        </span>
        <a
          href={card.url}
          {...OUTSIDE}
          dir="auto"
          className="truncate text-body font-semibold after:absolute after:inset-0 hover:underline focus-visible:-outline-offset-2"
        >
          {card.title}
        </a>
        {card.description === '' ? null : (
          <p dir="auto" className="line-clamp-2 text-meta wrap-anywhere text-muted">
            {card.description}
          </p>
        )}
      </div>
      {user?._id === post.user._id ? (
        <IconButton label={t`Remove link preview`} className="relative m-1" onClick={handleRemove}>
          <X size="1.125em" aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
};

/** Content of a post at other sites: media that are not shown here, and the page that it links to. */
export const PostLinks = ({ post }: { post: ClientPost }) => (
  <>
    {post.outside ? <OutsideLinks items={post.outside} /> : null}
    {post.card ? <LinkCard post={post} card={post.card} /> : null}
  </>
);

import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import type { CommentOrder, CommentReader } from '../../../../cache/keys';
import { formatCount } from '../../../../lib/format';
import { hidesCounts, usePreferences } from '../../../../lib/preferences';
import { useClosedWords, type CommentRule } from './closed-comments';
import { CommentForm } from './comment-form';
import { CommentList } from './comment-list';
import { FIRST_ORDER, useComments } from './use-comments';

const ORDERS: Record<CommentOrder, string> = {
  smart: t`Smart`,
  new: t({ message: 'Newest', context: 'comments' }),
  old: t({ message: 'Oldest', context: 'comments' }),
};

/** Fewer comments than this are seen at a glance, and are not offered in another order. */
const ORDERED_FROM = 6;

interface CommentsSectionProps {
  postId: string;
  /** The post, if it decides who may comment. */
  rule?: CommentRule;
  reader: CommentReader;
  /** Count to show before the comments are loaded. */
  count: number;
  /** Called by the button of the login prompt. */
  login: () => void;
  headingLevel: 'h2' | 'h3';
  /** The comment in the address. */
  linked?: string | undefined;
  /** Closes the section; absent if it is always open. */
  onClose?: () => void;
}

/** Comments of a post: header with the count, field, list (F §2). */
export const CommentsSection = ({
  postId,
  rule,
  reader,
  count,
  login,
  headingLevel: Heading,
  linked,
  onClose,
}: CommentsSectionProps) => {
  const [order, setOrder] = useState<CommentOrder>(FIRST_ORDER[reader]);
  const query = useComments(postId, reader, order);
  const closed = useClosedWords(rule);
  const hidden = usePreferences(hidesCounts);
  return (
    <section aria-label={t`Comments`}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <Heading className="text-body font-semibold">
          {hidden ? t`Comments` : t`Comments (${formatCount(query.total ?? count)})`}
        </Heading>
        {(query.total ?? count) >= ORDERED_FROM ? (
          <LazyMenu
            trigger={
              <Button
                variant="ghost"
                size="sm"
                className="-me-2"
                aria-label={t`Order of comments: ${ORDERS[order]}`}
              >
                <span>{ORDERS[order]}</span>
                <ChevronDown size="1em" aria-hidden />
              </Button>
            }
            items={Object.entries(ORDERS).map(([key, label]) => ({
              label,
              onSelect: () => setOrder(key as CommentOrder),
            }))}
          />
        ) : null}
      </div>
      {closed === undefined ? (
        <CommentForm postId={postId} login={login} />
      ) : (
        <p className="rounded-media bg-fill px-4 py-3 text-body text-muted">{closed}</p>
      )}
      <div className="mt-5">
        <CommentList
          postId={postId}
          query={query}
          login={login}
          linked={linked}
          onClose={onClose}
          closed={closed !== undefined}
        />
      </div>
    </section>
  );
};

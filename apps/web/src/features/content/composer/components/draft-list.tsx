import { t } from '@lingui/core/macro';
import type { StoredDraft } from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CloudOff, FileText, type LucideIcon } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Page } from '../../../../components/layouts/page';
import { Button, buttonClass } from '../../../../components/ui/button';
import { EmptyState, Failed } from '../../../../components/ui/empty-state';
import { Skeletons } from '../../../../components/ui/skeletons';
import { newIdempotencyKey } from '../../../../cache/run-mutation';
import { keys } from '../../../../cache/keys';
import {
  addWaitingPost,
  holdingWaitingPosts,
  removeWaitingPost,
  useWaitingPosts,
  type WaitingPost,
} from '../../../../cache/waiting-posts';
import { UnwrittenDrawing } from '../../../../components/ui/drawings';
import { paths } from '../../../../config/paths';
import { timeAgo } from '../../../../lib/ago';
import { api } from '../../../../lib/api-client';
import { ignoreGone, messageOf } from '../../../../lib/api-error';
import { askConfirmation } from '../../../../lib/dialogs';
import { ownZone } from '../../../../lib/own-zone';
import { toast } from '../../../../lib/toast';
import { useMinutes } from '../../../../lib/use-age';
import { useAnswer } from '../../../../lib/words/use-answer';
import { draftsKey, draftsQuery, publishingWords, zoneName } from '../model/account-drafts';
import { addStoredDraft, dropText, textsOfGoneDrafts, type LeftText } from '../model/draft-store';
import { OpenText } from './text-kept';
import { sentences } from '../../../../lib/words/sentences';

interface TextRowProps {
  icon: LucideIcon;
  name: string;
  /** Where the text is, or when it is published. */
  place: string;
  problem?: string | null;
  /** Buttons. */
  children: ReactNode;
}

/** Why it was not published, as the API noted. */
const Problem = ({ text }: { text: string }) => {
  const problem = useAnswer(text);
  return <p className="text-meta text-danger">{t`Not published: ${problem}`}</p>;
};

const TextRow = ({ icon: Icon, name, place, problem = null, children }: TextRowProps) => (
  <li className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-5">
    <Icon size="1.25em" aria-hidden className="shrink-0 text-muted" />
    <div className="min-w-0 flex-[1_1_12rem]">
      <p dir="auto" className="w-fit max-w-full truncate font-semibold">
        {name}
      </p>
      <p className="text-meta text-muted">{place}</p>
      {problem === null ? null : <Problem text={problem} />}
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </li>
);

const LIST_CLASS =
  'divide-y divide-line overflow-hidden border-b border-line bg-surface max-md:-mx-4 md:rounded-card md:border';

const nameOf = ({
  title,
  description,
}: {
  title?: string | undefined;
  description?: string | undefined;
}): string => title || description || t`Without text`;

const Row = ({ draft, viewerId }: { draft: StoredDraft; viewerId: string }) => {
  useMinutes();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const { _id: draftId, publishing, problem, updatedAt } = draft;
  const name = nameOf(draft.post);

  const run = async (send: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await send();
      toast.success(done);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: draftsKey(viewerId) });
  };
  const publish = async () => {
    await run(
      () => api.call('publishDraft', { params: { draftId }, idempotencyKey: key }),
      t`Your post is published.`,
    );
    void client.invalidateQueries({ queryKey: keys.posts, refetchType: 'none' });
  };
  const remove = async () => {
    const sure = await askConfirmation({
      title: publishing ? t`Delete this post?` : t`Delete this draft?`,
      text: publishing ? t`It is not published then, and its text is gone.` : t`Its text is gone then.`,
      confirmLabel: t`Delete`,
      danger: true,
    });
    if (sure) await run(() => api.call('deleteDraft', { params: { draftId } }).catch(ignoreGone), t`Deleted`);
  };
  return (
    <TextRow
      icon={publishing ? CalendarClock : FileText}
      name={name}
      place={`${publishing ? publishingWords(publishing) : t`Draft`} · ${t({ message: `Saved ${timeAgo(updatedAt)}`, comment: 'The value is such as “2m ago”, “just now” or a date.' })}`}
      problem={problem}
    >
      <Link
        to={paths.createPost.getDraftHref(draftId)}
        aria-label={t`Edit ${name}`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        {t`Edit`}
      </Link>
      <Button
        variant="outline"
        size="sm"
        busy={busy}
        aria-label={t`Publish now: ${name}`}
        onClick={() => void publish()}
      >
        {t`Publish now`}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        disabled={busy}
        aria-label={t`Delete ${name}`}
        onClick={() => void remove()}
      >
        {t`Delete`}
      </Button>
    </TextRow>
  );
};

/** A text of a draft that was published or deleted elsewhere. */
const LeftRow = ({ text, userId, onDrop }: { text: LeftText; userId: string; onDrop: () => void }) => {
  const name = nameOf(text.draft);
  const remove = async () => {
    const sure = await askConfirmation({
      title: t`Delete this text?`,
      text: t`It is gone then.`,
      confirmLabel: t`Delete`,
      danger: true,
    });
    if (!sure) return;
    dropText(text);
    onDrop();
  };
  return (
    <TextRow icon={FileText} name={name} place={t`Only on this device: its draft was published or deleted`}>
      <OpenText quiet userId={userId} text={text} />
      <Button variant="ghost" size="sm" aria-label={t`Delete ${name}`} onClick={() => void remove()}>
        {t`Delete`}
      </Button>
    </TextRow>
  );
};

/** A post that waits for a connection in this browser. */
const WaitingRow = ({ post, viewerId }: { post: WaitingPost; viewerId: string }) => {
  const navigate = useNavigate();
  const name = nameOf(post.body);
  const edit = () =>
    holdingWaitingPosts(viewerId, async () => {
      // it may have been published since
      if (!removeWaitingPost(viewerId, post.idempotencyKey)) return;
      if (addStoredDraft(viewerId, post.body, true)) await navigate(paths.createPost.getHref());
      else addWaitingPost(viewerId, post);
    });
  return (
    <TextRow icon={CloudOff} name={name} place={t`Published when the connection is back`}>
      <Button variant="outline" size="sm" aria-label={t`Edit ${name}`} onClick={() => void edit()}>
        {t`Edit`}
      </Button>
    </TextRow>
  );
};

/** The drafts in the account and the posts that are published later. */
export const DraftList = ({ viewerId }: { viewerId: string }) => {
  const { data, isPending, isFetching, refetch } = useQuery(draftsQuery(viewerId));
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const left = useMemo(
    () =>
      data
        ? textsOfGoneDrafts(
            viewerId,
            data.map(({ _id }) => _id),
          )
        : [],
    [viewerId, data],
  ).filter(({ name }) => !dropped.includes(name));
  const lead = t`Kept in your account, on all your devices. Only you see them.`;
  const hasTimes = data?.some(({ publishing }) => publishing);
  const waiting = useWaitingPosts(viewerId);
  return (
    <Page title={t`Drafts`} lead={hasTimes ? sentences(lead, t`Times are in ${zoneName(ownZone())}.`) : lead}>
      {waiting.length > 0 ? (
        <ul aria-label={t`Waiting for a connection`} className={`mb-4 ${LIST_CLASS}`}>
          {waiting.map((post) => (
            <WaitingRow key={post.idempotencyKey} post={post} viewerId={viewerId} />
          ))}
        </ul>
      ) : null}
      {data && data.length + left.length > 0 ? (
        <ul aria-label={t`Drafts`} className={LIST_CLASS}>
          {data.map((draft) => (
            <Row key={draft._id} draft={draft} viewerId={viewerId} />
          ))}
          {left.map((text) => (
            <LeftRow
              key={text.name}
              text={text}
              userId={viewerId}
              onDrop={() => setDropped((names) => [...names, text.name])}
            />
          ))}
        </ul>
      ) : isPending ? (
        <Skeletons what="drafts" count={3} className="h-16 rounded-media" list="flex flex-col gap-2" />
      ) : data ? (
        <EmptyState
          as="p"
          figure={<UnwrittenDrawing />}
          title={t`No drafts`}
          text={t`Save one, or publish a post later, from More in the form.`}
          action={
            <Link to={paths.createPost.getHref()} className={buttonClass({ variant: 'soft' })}>
              {t`Write a post`}
            </Link>
          }
        />
      ) : (
        <Failed
          text={t`Your drafts could not be loaded.`}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  );
};

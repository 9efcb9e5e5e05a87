import { t } from '@lingui/core/macro';
import type { Collection } from '@social-feed/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Ellipsis, Link2, Lock, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { runMutation } from '../../../cache/run-mutation';
import { Button } from '../../../components/ui/button';
import { IconButton } from '../../../components/ui/icon-button';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import { paths } from '../../../config/paths';
import { api } from '../../../lib/api-client';
import { ignoreGone, messageOf } from '../../../lib/api-error';
import { copyLink } from '../../../lib/copy-text';
import { askConfirmation } from '../../../lib/dialogs';
import { lazyPart } from '../../../lib/lazy';
import { toast } from '../../../lib/toast';
import { noteKept } from './kept-store';

const NameDialog = lazyPart(() => import('./name-dialog'), 'NameDialog');

interface OwnProps {
  collection: Collection;
  viewerId: string;
}

const refetch = async (client: QueryClient, id: string, viewerId: string): Promise<void> => {
  void client.invalidateQueries({ queryKey: keys.collectionsRoot });
  await client.invalidateQueries({ queryKey: keys.collectionPosts(id, viewerId) });
};

const change = (client: QueryClient, collectionId: string, body: { name?: string; isShared?: boolean }) =>
  runMutation(client, () => api.call('updateCollection', { params: { collectionId }, body }));

/** Renames and deletes a collection. */
export const CollectionMenu = ({ collection: { _id, name }, viewerId }: OwnProps) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [naming, setNaming] = useState(false);
  const save = async (wanted: string) => {
    await change(client, _id, { name: wanted });
    await refetch(client, _id, viewerId);
  };
  const handleDelete = async () => {
    const confirmed = await askConfirmation({
      title: t`Delete this collection?`,
      text: t`Its posts stay saved. If it is shared, its link ends.`,
      confirmLabel: t`Delete`,
      danger: true,
    });
    if (!confirmed) return;
    try {
      await runMutation(client, () =>
        api.call('deleteCollection', { params: { collectionId: _id } }).catch(ignoreGone),
      );
    } catch (error) {
      toast.error(messageOf(error));
      return;
    }
    noteKept(viewerId, _id, null);
    void navigate(paths.collections.getHref(), { replace: true });
    client.removeQueries({ queryKey: keys.collectionPosts(_id, viewerId) });
    void client.invalidateQueries({ queryKey: keys.collectionsRoot });
  };
  return (
    <>
      <LazyMenu
        trigger={
          <IconButton label={t`Collection options`}>
            <Ellipsis size="1.25em" aria-hidden />
          </IconButton>
        }
        items={[
          { label: t`Rename`, icon: Pencil, onSelect: () => setNaming(true) },
          { label: t`Delete`, icon: Trash2, tone: 'danger', onSelect: () => void handleDelete() },
        ]}
      />
      {naming ? (
        <Suspense>
          <NameDialog
            title={t`Rename collection`}
            label={t`Rename`}
            initial={name}
            save={save}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
};

const linkOf = (shareId: string): string =>
  `${window.location.origin}${paths.sharedCollection.getHref(shareId)}`;

/** Says who can read a collection, and changes it. */
export const Sharing = ({ collection: { _id, shareId }, viewerId }: OwnProps) => {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const share = async (isShared: boolean) => {
    setBusy(true);
    try {
      const { data } = await change(client, _id, { isShared });
      if (data.shareId !== null) await copyLink(linkOf(data.shareId), t`Link copied`);
      await refetch(client, _id, viewerId);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  const Icon = shareId === null ? Lock : Link2;
  return (
    <section
      aria-label={t`Who can see it`}
      className="flex min-h-15 flex-wrap items-center gap-2 px-4 py-2 md:px-5"
    >
      <Icon size="1.25em" aria-hidden className="shrink-0 text-muted" />
      <p role="status" className="min-w-28 flex-1 text-meta text-muted">
        {shareId === null
          ? t`Only you can see this collection.`
          : t`Everyone who has its link can see this collection, without an account too.`}
      </p>
      {shareId === null ? (
        <Button variant="soft" size="sm" busy={busy} onClick={() => void share(true)}>
          {t`Share by link`}
        </Button>
      ) : (
        <>
          <Button variant="ghost" size="sm" busy={busy} onClick={() => void share(false)}>
            {t`Stop sharing`}
          </Button>
          <Button variant="soft" size="sm" onClick={() => void copyLink(linkOf(shareId), t`Link copied`)}>
            {t`Copy link`}
          </Button>
        </>
      )}
    </section>
  );
};

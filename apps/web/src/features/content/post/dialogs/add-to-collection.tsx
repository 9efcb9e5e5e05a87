import { t } from '@lingui/core/macro';
import { COLLECTION_LIMITS, isBlank } from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../../components/ui/button';
import { Checkbox } from '../../../../components/ui/checkbox';
import { Dialog } from '../../../../components/ui/dialog';
import { Failed } from '../../../../components/ui/empty-state';
import { FormAlert } from '../../../../components/ui/form-alert';
import { Spinner } from '../../../../components/ui/spinner';
import { TextField } from '../../../../components/ui/text-field';
import { keys } from '../../../../cache/keys';
import { leftOf, tooLong } from '../../../../lib/length';
import { useForm } from '../../../../lib/use-form';
import { useOwnAccount } from '../../../../lib/viewer';
import { collectionsQuery, collectPost, createCollection } from '../model/own-collections';

/** Creates a collection with the post in it. */
const NewCollection = ({ postId, viewerId }: { postId: string; viewerId: string }) => {
  const client = useQueryClient();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: tooLong(name, COLLECTION_LIMITS.nameMax) }),
    send: async ({ name }) => {
      const { _id: collectionId } = await createCollection(client, name);
      return () => {
        form.set({ name: '' });
        void client
          .invalidateQueries({ queryKey: keys.collectionsRoot })
          .then(() => collectPost(client, { viewerId, postId, collectionId, wanted: true }));
      };
    },
  });
  const { name } = form.fields;
  return (
    <form {...form.props}>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label={t`New collection`}
          className="min-w-48 flex-1"
          dir="auto"
          autoComplete="off"
          note={leftOf(name, COLLECTION_LIMITS.nameMax)}
          {...form.bind('name')}
        />
        <Button
          type="submit"
          variant="soft"
          className="mt-6 min-h-12"
          busy={form.busy !== null}
          disabled={isBlank(name)}
        >
          {t`Create`}
        </Button>
      </div>
      <FormAlert message={form.message} />
    </form>
  );
};

const Choices = ({ postId, viewerId }: { postId: string; viewerId: string }) => {
  const client = useQueryClient();
  const { data: collections, isFetching, isPending, refetch } = useQuery(collectionsQuery(viewerId, postId));
  if (isPending)
    return (
      <div className="grid place-items-center py-6 text-muted">
        <Spinner size={32} label={t`Loading collections`} />
      </div>
    );
  if (!collections)
    return (
      <Failed
        text={t`Your collections could not be loaded.`}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <ul aria-label={t`Collections`} className="-my-1 flex flex-col empty:hidden">
      {collections.map(({ _id, name, has = false }) => (
        <li key={_id}>
          <Checkbox
            label={name}
            checked={has}
            onChange={() => void collectPost(client, { viewerId, postId, collectionId: _id, wanted: !has })}
          />
        </li>
      ))}
    </ul>
  );
};

/** Puts a saved post into collections of the user, and takes it out. */
export const AddToCollection = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const viewerId = useOwnAccount()?._id;
  if (viewerId === undefined) return null;
  return (
    <Dialog
      onClose={onClose}
      title={t`Add to collection`}
      actions={<Button onClick={onClose}>{t`Done`}</Button>}
    >
      <div className="flex flex-col gap-4">
        <Choices postId={postId} viewerId={viewerId} />
        <NewCollection postId={postId} viewerId={viewerId} />
      </div>
    </Dialog>
  );
};

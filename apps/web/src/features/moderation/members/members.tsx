import { t } from '@lingui/core/macro';
import type { MemberFilter } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/empty-state';
import { Paged } from '../../../components/ui/paged';
import { Segmented } from '../../../components/ui/segmented';
import { Skeletons } from '../../../components/ui/skeletons';
import { TextField } from '../../../components/ui/text-field';
import { api } from '../../../lib/api-client';
import { useOwnAccount } from '../../../lib/viewer';
import { cameByOf, type CameBy } from './came-by';
import { MemberCard } from './member-card';

const FILTERS: Record<MemberFilter, string> = {
  all: t({ message: 'All', context: 'people' }),
  suspended: t({ message: 'Suspended', context: 'people' }),
  silenced: t({ message: 'Silenced', context: 'people' }),
  moderators: t`Moderators`,
};

/** Says that the list has only those who came by invitation. */
const CameByLine = ({ by, onAll }: { by: CameBy; onAll: () => void }) => {
  const inviter = 'invitedBy' in by ? by.invitedBy : '';
  const { data } = useQuery({
    queryKey: keys.member(inviter),
    queryFn: async ({ signal }) =>
      (await api.call('getMember', { params: { userId: inviter }, signal })).data,
    enabled: inviter !== '',
  });
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {inviter === ''
          ? t`Who came by one invitation`
          : data
            ? t`Who came by invitations of @${data.userName}`
            : t`Who came by invitations of one member`}
      </p>
      <Button variant="outline" size="sm" onClick={onAll}>
        {t`Show all`}
      </Button>
    </div>
  );
};

/** The search, in the entry of the history: Back restores it, and names and addresses stay out of URLs. */
interface Found {
  term: string;
  show: MemberFilter;
}

/** Members, found by words, with what moderators can do. */
export const Members = () => {
  const viewer = useOwnAccount();
  const { state } = useLocation() as { state: Partial<Found> | null };
  const { term = '', show = 'all' } = state ?? {};
  const [typed, setTyped] = useState(term);
  const [params, setParams] = useSearchParams();
  const find = (next: Partial<Found>): void =>
    setParams(params, { replace: true, state: { ...state, ...next } });
  const came = cameByOf(params);
  const query = useKeyset(keys.members(show, term, String(new URLSearchParams(came))), (cursor, signal) =>
    api.call('findMembers', { query: { q: term || undefined, show, ...came, cursor }, signal }),
  );
  if (!viewer) return null;
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    find({ term: typed.trim() });
  };
  return (
    <>
      <form
        role="search"
        aria-label={t`People`}
        onSubmit={handleSubmit}
        className="mb-4 flex flex-wrap items-start gap-3"
      >
        <TextField
          label={t`Find people`}
          type="search"
          className="min-w-0 flex-1 basis-48"
          maxLength={100}
          note={{
            tone: 'hint',
            text: viewer.isAdmin ? t`A name, an e-mail address or an IP address` : t`A name or username`,
          }}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (event.target.value === '') find({ term: '' });
          }}
        />
        <Button type="submit" variant="soft" className="mt-6">
          {t({ message: 'Search', context: 'verb' })}
        </Button>
      </form>
      <div className="-mx-4 mb-4 overflow-x-auto px-4 [scrollbar-width:none]">
        <div className="min-w-max">
          <Segmented
            label={t({
              message: 'Show',
              context: 'label of a choice',
              comment: 'Label of a choice: what the list shows.',
            })}
            size="sm"
            options={FILTERS}
            value={show}
            onChange={(next) => find({ show: next })}
          />
        </div>
      </div>
      {came ? <CameByLine by={came} onAll={() => setParams({}, { state })} /> : null}
      <Paged
        query={query}
        what="people"
        loading={<Skeletons what="people" count={3} className="h-20 rounded-card" />}
        empty={<EmptyState title={t`Nobody found`} text={t`No member matches.`} />}
      >
        <ul aria-label={t`People`} className="flex flex-col gap-3">
          {query.items.map((member) => (
            <li key={member._id}>
              <MemberCard member={member} viewer={viewer} />
            </li>
          ))}
        </ul>
      </Paged>
    </>
  );
};

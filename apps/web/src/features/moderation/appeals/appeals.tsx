import { plural, t } from '@lingui/core/macro';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { api } from '../../../lib/api-client';
import { AppealRow } from './appeal-row';
import { ListSection } from '../admin/section';

const titleOf = (waiting: number): string =>
  plural(waiting, { 0: 'No appeal waits', 1: 'One appeal waits', other: '# appeals wait' });

/** Answers of suspended users, the longest waiting first. */
export const Appeals = () => {
  const query = useKeyset(keys.appeals, (cursor, signal) =>
    api.call('listAppeals', { query: { cursor }, signal }),
  );
  const waiting = query.data?.pages.at(-1)?.waiting;
  return (
    <ListSection
      title={waiting === undefined ? t`Appeals` : titleOf(waiting)}
      text={t`The longest waiting first. They get a mail either way.`}
      query={query}
      what="appeals"
      height="h-60"
      empty={{ title: t`Nothing to decide`, text: t`Who is suspended can answer once, and it comes here.` }}
    >
      <ul>
        {query.items.map((appeal) => (
          <AppealRow key={appeal._id} appeal={appeal} />
        ))}
      </ul>
    </ListSection>
  );
};

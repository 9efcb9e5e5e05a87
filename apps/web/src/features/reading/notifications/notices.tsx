import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ACTS } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { Card } from '../../../components/ui/card';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { unfoldedText } from '../../../lib/fold-text';
import { useMinutes } from '../../../lib/use-age';
import { useOwnAccount } from '../../../lib/viewer';
import { quoted } from '../../../lib/words/quoted';

const List = ({ viewerId }: { viewerId: string }) => {
  useMinutes();
  // A failure shows nothing: a mail said the same.
  const { data: notices = [] } = useQuery({
    queryKey: keys.notices(viewerId),
    queryFn: async ({ signal }) => (await api.call('listNotices', { signal })).data,
  });
  if (notices.length === 0) return null;
  return (
    <section aria-label={t`From the moderators`} className="mt-6">
      <h2 className="mb-2 text-title font-semibold">{t`From the moderators`}</h2>
      <Card>
        <ul className="divide-y divide-line">
          {notices.map(({ _id, kind, rule, content, text, at }) => (
            <li key={_id} className="p-4">
              <p className="font-semibold">{ACTS[kind].notice}</p>
              {rule ? (
                <p dir="auto" className="wrap-anywhere">
                  <Trans>
                    Rule: <bdi>{unfoldedText(rule)}</bdi>
                  </Trans>
                </p>
              ) : null}
              {content ? (
                <p dir="auto" className="wrap-anywhere">
                  {quoted(unfoldedText(content))}
                </p>
              ) : null}
              {text === '' ? null : (
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {unfoldedText(text)}
                </p>
              )}
              <p className="text-meta text-muted">{timeAgo(at)}</p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
};

/** Recent messages of the moderators to the user, if any. */
export const Notices = () => {
  const account = useOwnAccount();
  return account ? <List viewerId={account._id} /> : null;
};

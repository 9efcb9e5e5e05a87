import { t } from '@lingui/core/macro';
import type { Connection } from '@social-feed/contracts';
import { BrandIcon } from '../../../../components/ui/brand-icon';
import { env } from '../../../../config/env';
import { api } from '../../../../lib/api-client';
import { browser } from '../../../../lib/browser';
import { useRowAction } from '../use-row-action';
import { useSignInMethods } from '../own-account';
import { timeAgo } from '../../../../lib/ago';
import { useMinutes } from '../../../../lib/use-age';
import { Listing, Row, RowButton } from './listing';

type Provider = Connection['provider'];

const stateOf = ({ available, connectedAt, lastUsedAt }: Connection): string => {
  if (connectedAt !== null)
    return t({
      message: `Connected · last used ${timeAgo(lastUsedAt ?? connectedAt)}`,
      comment: 'The value is such as “2m ago”, “just now” or a date.',
    });
  return available ? t`Not connected` : t`Not set up here`;
};

/**
 * Lists the provider accounts that can sign in to this account. Connects them through the provider's page and
 * disconnects them.
 * @param address path of this page, to which the provider redirects
 */
export const ConnectedAccounts = ({ address }: { address: string }) => {
  useMinutes();
  const query = useSignInMethods();
  const { act, bind } = useRowAction('sign-in-methods');

  const handleConnect = (provider: Provider) =>
    act(provider, async () => {
      const { data: begun } = await api.call('beginConnection', { params: { provider } });
      const callback = `${window.location.origin}${address}`;
      const query = new URLSearchParams({ callback, connect: begun.ticket });
      // Keep the button enabled: the user may stop the navigation or come back.
      browser.leaveFor(`${env.apiUrl}/auth/${provider}?${query.toString()}`);
    });
  const handleDisconnect = ({ provider, name }: Connection) =>
    act(provider, () => api.call('removeConnection', { params: { provider } }), t`${name} is disconnected`);

  const items = query.data?.connections.map((connection) => ({ _id: connection.provider, ...connection }));
  return (
    <Listing query={{ ...query, data: items }} empty={t`No providers.`}>
      {(connection) => {
        const { provider, name, available, connectedAt } = connection;
        const isConnected = connectedAt !== null;
        return (
          <Row icon={<BrandIcon brand={provider} size={20} />} title={name} text={stateOf(connection)}>
            {isConnected || available ? (
              <RowButton
                text={isConnected ? t`Disconnect` : t`Connect`}
                label={isConnected ? t`Disconnect ${name}` : t`Connect ${name}`}
                variant={isConnected ? 'outline' : 'soft'}
                {...bind(provider)}
                onClick={() => (isConnected ? handleDisconnect(connection) : handleConnect(provider))}
              />
            ) : null}
          </Row>
        );
      }}
    </Listing>
  );
};

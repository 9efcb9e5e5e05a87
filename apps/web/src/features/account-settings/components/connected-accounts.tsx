import {
  beginConnection,
  OAUTH_PROVIDER_NAMES,
  removeConnection,
  type Connection,
} from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BrandIcon } from '../../../components/ui/brand-icon';
import { Button } from '../../../components/ui/button';
import { env } from '../../../config/env';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { browser } from '../../../lib/browser';
import { toast } from '../../../lib/toast';
import { SIGN_IN_METHODS_KEY, useSignInMethods } from '../hooks/use-sign-in-methods';
import { timeAgo } from '../model/time-ago';
import { Listing, RowIcon } from './listing';

type Provider = Connection['provider'];

const stateOf = ({ available, connectedAt, lastUsedAt }: Connection): string => {
  if (connectedAt !== null) return `Connected · last used ${timeAgo(lastUsedAt ?? connectedAt)}`;
  return available ? 'Not connected' : 'Not set up here';
};

/**
 * Accounts at providers that sign in to this one; connects through the provider's page and takes them away (design §4).
 * @param address path of this page, to which the provider leads back
 */
export const ConnectedAccounts = ({ address }: { address: string }) => {
  const client = useQueryClient();
  const { data, error, refetch } = useSignInMethods();
  const [busy, setBusy] = useState<Provider | null>(null);

  const handleConnect = async (provider: Provider): Promise<void> => {
    setBusy(provider);
    try {
      const { data: begun } = await api.call(beginConnection, { params: { provider } });
      const callback = `${window.location.origin}${address}`;
      const query = new URLSearchParams({ callback, connect: begun.ticket });
      browser.leaveFor(`${env.apiUrl}/auth/${provider}?${query.toString()}`);
    } catch (failure) {
      toast.error(messageOf(failure));
      setBusy(null);
    }
  };
  const handleDisconnect = async (provider: Provider): Promise<void> => {
    setBusy(provider);
    try {
      await api.call(removeConnection, { params: { provider } });
      toast.success(`${OAUTH_PROVIDER_NAMES[provider]} is disconnected`);
    } catch (failure) {
      toast.error(messageOf(failure));
    }
    await client.invalidateQueries({ queryKey: SIGN_IN_METHODS_KEY });
    setBusy(null);
  };

  const items = data?.connections.map((connection) => ({ _id: connection.provider, ...connection }));
  return (
    <Listing query={{ data: items, error, refetch }} empty="No providers.">
      {(connection) => {
        const { provider, available, connectedAt } = connection;
        const name = OAUTH_PROVIDER_NAMES[provider];
        const isConnected = connectedAt !== null;
        return (
          <>
            <RowIcon>
              <BrandIcon brand={provider} size={20} />
            </RowIcon>
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{name}</p>
              <p className="truncate text-meta text-muted">{stateOf(connection)}</p>
            </div>
            {isConnected || available ? (
              <Button
                variant={isConnected ? 'outline' : 'soft'}
                size="sm"
                aria-label={`${isConnected ? 'Disconnect' : 'Connect'} ${name}`}
                busy={busy === provider}
                disabled={busy !== null}
                onClick={() => void (isConnected ? handleDisconnect(provider) : handleConnect(provider))}
              >
                {isConnected ? 'Disconnect' : 'Connect'}
              </Button>
            ) : null}
          </>
        );
      }}
    </Listing>
  );
};

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../../cache/keys';
import { bringInStep, sendAsOwed } from './people-sync';

/** Keeps follows and blocks of this browser and of a viewer's account in step. It shows nothing. Load it lazily. */
export const PeopleInStep = ({ viewerId }: { viewerId: string }) => {
  const client = useQueryClient();
  useEffect(() => sendAsOwed(client, viewerId), [client, viewerId]);
  useQuery({
    queryKey: keys.ownPeople(viewerId),
    queryFn: ({ signal }) => bringInStep(client, viewerId, signal),
    refetchOnReconnect: 'always',
  });
  return null;
};

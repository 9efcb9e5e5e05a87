import { paths } from '../../../config/paths';

/** Who came by one invitation, or by those of one member; admins find them at /admin/people. */
export type CameBy = { invitation: string } | { invitedBy: string };

export const cameByHref = (by: CameBy): string =>
  `${paths.admin.getHref('people')}?${new URLSearchParams(by).toString()}`;

/** Reads what `cameByHref` wrote. */
export const cameByOf = (query: URLSearchParams): CameBy | undefined => {
  const [invitation, invitedBy] = [query.get('invitation'), query.get('invitedBy')];
  if (invitation) return { invitation };
  return invitedBy ? { invitedBy } : undefined;
};

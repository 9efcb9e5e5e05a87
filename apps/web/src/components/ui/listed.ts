import { t } from '@lingui/core/macro';

/** What a paged list has. */
export type Listed =
  | 'activity'
  | 'appeals'
  | 'applications'
  | 'entries'
  | 'invitations'
  | 'jobs'
  | 'notifications'
  | 'people'
  | 'posts'
  | 'reports'
  | 'tags';

export const LOST: Record<Listed, string> = {
  activity: t`Failed to load activity`,
  appeals: t`Failed to load appeals`,
  applications: t`Failed to load applications`,
  entries: t`Failed to load entries`,
  invitations: t`Failed to load invitations`,
  jobs: t`Failed to load jobs`,
  notifications: t`Failed to load notifications`,
  people: t`Failed to load people`,
  posts: t`Failed to load posts`,
  reports: t`Failed to load reports`,
  tags: t`Failed to load tags`,
};

export const MORE_LOST: Record<Listed, string> = {
  activity: t`Failed to load more activity`,
  appeals: t`Failed to load more appeals`,
  applications: t`Failed to load more applications`,
  entries: t`Failed to load more entries`,
  invitations: t`Failed to load more invitations`,
  jobs: t`Failed to load more jobs`,
  notifications: t`Failed to load more notifications`,
  people: t`Failed to load more people`,
  posts: t`Failed to load more posts`,
  reports: t`Failed to load more reports`,
  tags: t`Failed to load more tags`,
};

export const MORE: Record<Listed, string> = {
  activity: t`Show more activity`,
  appeals: t`Show more appeals`,
  applications: t`Show more applications`,
  entries: t`Show more entries`,
  invitations: t`Show more invitations`,
  jobs: t`Show more jobs`,
  notifications: t`Show more notifications`,
  people: t`Show more people`,
  posts: t`Show more posts`,
  reports: t`Show more reports`,
  tags: t`Show more tags`,
};

import { t } from '@lingui/core/macro';
import { Skeleton } from './skeleton';

const LOADING = {
  activity: t`Loading activity`,
  analytics: t`Loading analytics`,
  appeals: t`Loading appeals`,
  applications: t`Loading applications`,
  collections: t`Loading collections`,
  drafts: t`Loading drafts`,
  entries: t`Loading entries`,
  invitations: t`Loading invitations`,
  jobs: t`Loading jobs`,
  media: t`Loading media`,
  notifications: t`Loading notifications`,
  people: t`Loading people`,
  posts: t`Loading posts`,
  reports: t`Loading reports`,
  tags: t`Loading tags`,
};

interface SkeletonsProps {
  what: keyof typeof LOADING;
  count: number;
  /** Classes of each block. */
  className: string;
  /** Classes of the list. */
  list?: string;
}

/** A list of loading placeholders with an accessible label. */
export const Skeletons = ({ what, count, className, list = 'flex flex-col gap-4' }: SkeletonsProps) => (
  <div role="status" aria-label={LOADING[what]} className={list}>
    {Array.from({ length: count }, (_unused, index) => (
      <Skeleton key={index} className={className} />
    ))}
  </div>
);

import type { Model } from 'mongoose';
import type { ScheduledBackups } from './backup/scheduled.js';
import type { Compaction } from './reading/feed/compaction.js';
import type { Media } from './content/media/media.feature.js';
import type { SeedPins } from './order/feed-order/seed-pins.js';
import { failedJobs, waitingJobs, type JobRecord } from './platform/jobs/job.model.js';
import type { Metrics } from './platform/metrics.js';
import { freeBytes } from './readiness.js';

interface GaugeParts {
  jobs: Model<JobRecord>;
  /** Types of jobs, which have a series before there is one. */
  jobTypes: () => string[];
  feed: { compaction: Pick<Compaction, 'holes'> };
  pins: Pick<SeedPins, 'count'>;
  outbox: { oldestPending: () => Promise<number> };
  media: Pick<Media, 'usedBytes'>;
  backups: Pick<ScheduledBackups, 'everySeconds' | 'secondsSinceLast'>;
  /** Folder of uploads. */
  directory: string;
  now: () => Date;
}

/** Adds gauges for the state of the service; deploy/prometheus/alerts.yml has their limits. */
export function addGauges(metrics: Metrics, parts: GaugeParts): void {
  const { jobs, jobTypes, feed, pins, outbox, media, backups, directory, now } = parts;
  const single = (name: string, help: string, read: () => Promise<number>) =>
    metrics.addGauge({ name, help, read: async () => ({ '': await read() }) });
  /** An alert compares with the value before, so a count must not begin with its first event. */
  const byType = (name: string, help: string, read: () => Promise<Record<string, number>>) =>
    metrics.addGauge({
      name,
      help,
      label: 'type',
      read: async () => ({ ...Object.fromEntries(jobTypes().map((type) => [type, 0])), ...(await read()) }),
    });
  byType(
    'jobs_waiting',
    'Jobs that are due and do not run',
    async () => (await waitingJobs(jobs, now())).counts,
  );
  single(
    'jobs_oldest_seconds',
    'For how long the oldest of them has been due',
    async () => (await waitingJobs(jobs, now())).oldestSeconds,
  );
  byType('jobs_failing', 'Jobs whose last run failed and that are retried', () =>
    failedJobs(jobs, { dead: false }),
  );
  byType('jobs_dead', 'Jobs that were given up in the last week', () => failedJobs(jobs, { dead: true }));
  single('feed_holes_ratio', 'Places of the feed that belong to no post, by a sample', () =>
    feed.compaction.holes(),
  );
  single('feed_pins', 'Orders of the feed that are kept for their readers', () => pins.count());
  single('pending_changes_oldest_seconds', 'Age of the oldest event that has not been delivered', () =>
    outbox.oldestPending(),
  );
  single('storage_used_bytes', 'Bytes of all uploads, at most five minutes old', () => media.usedBytes());
  single('storage_free_bytes', 'Free bytes of the disk on which uploads arrive', () => freeBytes(directory));
  const { everySeconds } = backups;
  if (everySeconds === null) return;
  single('backup_every_seconds', 'Time between two scheduled backups', () => Promise.resolve(everySeconds));
  single('backup_last_success_seconds', 'Age of the last scheduled backup that succeeded; +Inf if none', () =>
    backups.secondsSinceLast(),
  );
}

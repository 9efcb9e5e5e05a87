import { mkdir, statfs } from 'node:fs/promises';
import type { Model } from 'mongoose';
import type { ScheduledBackups } from './backup/scheduled.js';
import { failedJobs, sum, waitingJobs, type JobRecord } from './platform/jobs/job.model.js';
import { requireWritable } from './platform/storage/writable-folder.js';
import { MINUTE, SECOND } from './platform/time.js';

/** Seconds that a job may be late. */
const JOBS_LATE = (5 * MINUTE) / SECOND;

/** A part of the service: whether it is in order, with its figures. */
type Check = { ok: boolean } & Record<string, boolean | number | string | null>;

export interface Readiness {
  /** `degraded`: it serves, but a part needs its host. */
  status: 'ready' | 'degraded' | 'unavailable';
  checks: Record<string, Check>;
}

export interface ReadinessParts {
  jobs: Model<JobRecord>;
  isDatabaseUp: () => Promise<boolean>;
  /** Whether the data are migrated and indexed; the reason if they cannot be. */
  isPrepared: () => boolean;
  preparationFailure: () => string | undefined;
  /** Whether mail can leave. */
  hasMailServer: boolean;
  /** Folder of uploads, and the bytes that uploads leave free on its disk. */
  disk: { directory: string; keepFreeBytes: number };
  backups: Pick<ScheduledBackups, 'everySeconds' | 'secondsSinceLast'>;
  now: () => Date;
}

/** Returns the free bytes of the disk that has the folder. */
export async function freeBytes(directory: string): Promise<number> {
  await mkdir(directory, { recursive: true });
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Checks every part that a host can repair. For the monitoring only: it names what is wrong. */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const { jobs, disk, now } = parts;

  async function ofQueue(): Promise<Record<'jobs' | 'mail', Check>> {
    const [waiting, failing] = await Promise.all([
      waitingJobs(jobs, now()),
      failedJobs(jobs, { dead: false }),
    ]);
    const late = waiting.oldestSeconds > JOBS_LATE;
    return {
      jobs: { ok: !late, oldestSeconds: Math.round(waiting.oldestSeconds), failing: sum(failing) },
      mail: {
        ok: parts.hasMailServer && (failing['mail'] ?? 0) === 0,
        server: parts.hasMailServer,
        waiting: waiting.counts['mail'] ?? 0,
        failing: failing['mail'] ?? 0,
      },
    };
  }

  async function ofDisk(): Promise<Check> {
    await requireWritable(disk.directory);
    const free = await freeBytes(disk.directory);
    return { ok: free > disk.keepFreeBytes, freeBytes: free };
  }

  /** Nothing without a schedule. A backup may be late once. */
  async function ofBackups(): Promise<{ backup?: Check }> {
    const { everySeconds } = parts.backups;
    if (everySeconds === null) return {};
    const age = await parts.backups.secondsSinceLast();
    const lastSuccessSeconds = Number.isFinite(age) ? Math.round(age) : null;
    return { backup: { ok: age <= 2 * everySeconds, lastSuccessSeconds } };
  }

  return async () => {
    const unread = (): Check => ({ ok: false, error: 'unreadable' });
    const [isUp, diskCheck] = await Promise.all([
      parts.isDatabaseUp().catch(() => false),
      ofDisk().catch(unread),
    ]);
    const prepared = parts.isPrepared();
    const unreadQueue = { jobs: unread(), mail: unread() };
    const queue = isUp ? await ofQueue().catch(() => unreadQueue) : unreadQueue;
    const backup = isUp ? await ofBackups().catch(() => ({ backup: unread() })) : {};
    const checks = {
      database: { ok: isUp },
      migrations: { ok: prepared, reason: parts.preparationFailure() ?? null },
      ...queue,
      ...backup,
      disk: diskCheck,
    };
    const isWhole = Object.values(checks).every(({ ok }) => ok);
    return { status: !isUp || !prepared ? 'unavailable' : isWhole ? 'ready' : 'degraded', checks };
  };
}

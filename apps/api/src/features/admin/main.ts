import { createConfig } from '../../platform/config/config.js';
import { ConfigError, readEnv } from '../../platform/config/env.js';
import { buildIndexes, createConnection, openConnection } from '../../platform/db/connection.js';
import { createModels } from '../../models.js';
import { createLogger } from '../../platform/http/logging.js';
import { jobModel } from '../../platform/jobs/job.model.js';
import { createJobs } from '../../platform/jobs/jobs.js';
import { addVisibilityJob } from '../posts/post-visibility.js';
import { AdminLog } from './admin-log.js';
import { AdminService } from './admin.service.js';
import { CommandRefusal, runCommand } from './command.js';

async function run(): Promise<void> {
  const config = createConfig(readEnv());
  const connection = createConnection();
  const models = createModels(connection);
  await openConnection(connection, config.mongo);
  try {
    const jobRecords = jobModel(connection);
    await buildIndexes([models.AdminLog as never, jobRecords as never]);
    const now = () => new Date();
    const log = new AdminLog(models.AdminLog, now);
    const jobs = createJobs({ jobs: jobRecords, now, log: createLogger('silent') });
    const admin = new AdminService({
      models,
      log,
      now,
      onSuspensionChanged: (user) => addVisibilityJob(jobs, user),
    });
    const lines = await runCommand({ models, admin, log }, process.argv.slice(2));
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await connection.close();
  }
}

try {
  await run();
} catch (error) {
  const known = error instanceof CommandRefusal || error instanceof ConfigError;
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
  );
  process.exitCode = 1;
}

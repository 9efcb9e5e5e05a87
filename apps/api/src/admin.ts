import { createApi } from './api.js';
import { CommandRefusal, runCommand } from './moderation/admin/command.js';
import { HOST_USAGE, runHostCommand } from './host-commands.js';
import { createConfig } from './platform/config/config.js';
import { ConfigError } from './platform/config/env.js';
import { PreparationError } from './platform/db/preparation-error.js';
import { createLogger } from './platform/http/logging.js';
import { requireWritable } from './platform/storage/writable-folder.js';

/** The admin command for the server's terminal: `npm run admin`. */
async function run(): Promise<void> {
  const config = createConfig();
  await requireWritable(config.media.directory);
  const api = createApi(config, { log: createLogger('silent'), backgroundWork: false });
  try {
    await api.start();
    const args = process.argv.slice(2);
    const lines = (await runHostCommand(api, args)) ?? (await runCommand(api.admin, args, HOST_USAGE));
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await api.destroy();
  }
}

try {
  await run();
} catch (error) {
  const known =
    error instanceof CommandRefusal || error instanceof ConfigError || error instanceof PreparationError;
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
  );
  process.exitCode = 1;
}

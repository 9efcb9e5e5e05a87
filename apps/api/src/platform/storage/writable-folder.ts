import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/env.js';

/** Folder in which uploads are received. */
export const incomingFolder = (directory: string): string => join(directory, 'incoming');

/**
 * Creates the folder of uploads if it is missing.
 * @throws ConfigError with one sentence if this process may not write into it, which would fail every upload
 */
export async function requireWritable(directory: string): Promise<void> {
  for (const folder of [directory, incomingFolder(directory)]) {
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new ConfigError(
        `The folder ${folder} cannot be written (${code}): give it to the user who runs the API, or set DATA_DIR to another.`,
      );
    }
  }
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languagesToBuild, textsForApi } from './catalogues.ts';

/**
 * Writes the texts of the API, a file for each language of a build but English: what it needs to write mails and feeds.
 * The API's build calls it with its folder for them.
 */
const [, , folder = ''] = process.argv;
if (folder === '') throw new Error('Name the folder for the texts.');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { code, dir, texts } of languagesToBuild(process.env['WORDS_TRY']?.split(',')).slice(1))
  writeFileSync(
    join(folder, `${code}.json`),
    JSON.stringify({ ...(dir && { dir }), texts: textsForApi(texts) }),
  );

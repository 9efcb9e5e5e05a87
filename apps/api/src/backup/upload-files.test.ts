import { expect, it } from 'vitest';
import { createConfig } from '../platform/config/config.js';
import { readEnv } from '../platform/config/env.js';
import { describeUploads } from './upload-files.js';

it('says after a backup whether uploads are in it, and else where they are', () => {
  const { media } = createConfig(readEnv({ MONGODB_URI: 'mongodb://localhost/feed', DATA_DIR: '/srv/feed' }));
  expect(describeUploads(0, media)).toBe('0 uploaded files are in it.');
  expect(describeUploads(undefined, media)).toBe(
    'Uploaded files are NOT in it: copy /srv/feed/media/files as well, after this backup, or set BACKUP_UPLOADS=true.',
  );
  const s3 = { bucket: 'pictures' } as NonNullable<typeof media.s3>;
  expect(describeUploads(undefined, { ...media, s3 })).toContain('copy the bucket pictures as well');
});

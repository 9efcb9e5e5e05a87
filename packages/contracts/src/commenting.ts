import * as z from 'zod/mini';
import { COMMENT_LIMITS } from './limits.js';
import { t } from './t.js';

/** Who may comment on a post: everybody, users whom its author follows, or nobody. Authors always may. */
export const COMMENTING = ['everybody', 'followed', 'nobody'] as const;
export const commenting = z.enum(COMMENTING, { error: `commenting must be one of ${COMMENTING.join(', ')}` });
export type Commenting = z.infer<typeof commenting>;

/** After how many days a post takes no more comments; `null` is never. */
export const commentsCloseAfter = z.nullable(
  z
    .int({ error: 'commentsCloseAfter must be a whole number of days, or null' })
    .check(
      z.minimum(1, t`Comments close after 1 day at the earliest`),
      z.maximum(
        COMMENT_LIMITS.closeAfterMax,
        t`Comments close after ${COMMENT_LIMITS.closeAfterMax} days at the latest`,
      ),
    ),
);

import { t } from '@lingui/core/macro';
import { reword } from '../../../../lib/api-error';

/** For `catch` of `GET posts`: "Failed to fetch posts: {status}" (F §8). */
export const postsFailure = reword(({ status }) => t`Failed to fetch posts: ${status}`);

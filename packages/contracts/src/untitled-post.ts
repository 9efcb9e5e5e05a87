import { t } from './t.js';

/** The name of a post without a title. */
export const untitledPost = (fullName: string): string => t`Post by ${fullName}`;

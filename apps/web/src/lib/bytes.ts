import { formatBytes as bytesIn } from '@social-feed/contracts';
import { LOCALE } from './locale';

/** A number of bytes, such as "10 MB", in the language of the page. */
export const formatBytes = (bytes: number): string => bytesIn(bytes, LOCALE);

import type { ReactElement } from 'react';

/** Children of a slot with siblings: elements or nothing. Excludes text, which would need its own element there. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;

import type { ReactElement } from 'react';

/**
 * What a slot takes that stands beside other children: elements, or nothing. Text is left out, since a text beside others
 * needs an element of its own.
 */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;

import { readText, writeText } from '../../../lib/json';

/** The name in sessionStorage. */
const KEPT = 'application-sentence';

/** The applicant's sentence, kept during the visit to a provider. */
export const keptSentence = (): string => readText(KEPT, 'sessionStorage') ?? '';

/** @param sentence null once it is sent */
export const keepSentence = (sentence: string | null): boolean => writeText(KEPT, sentence, 'sessionStorage');

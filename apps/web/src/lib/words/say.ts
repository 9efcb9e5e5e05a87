import { piecesIn } from '@social-feed/contracts/say';
import type { Text, Values } from './text';
import { LANGUAGE } from './language';

/** The text's own words, at even places, and values between them. */
export const piecesOf = (text: Text, values: Values): unknown[] => piecesIn(LANGUAGE, text, values);

/** A text with its values, as plain text. */
export const say = (text: Text, values: Values): string => piecesOf(text, values).join('');

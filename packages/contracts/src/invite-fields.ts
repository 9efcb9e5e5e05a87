import * as z from 'zod/mini';
import { text } from './common.js';

/** The code of an invitation link. */
export const inviteField = z.optional(text('Invitation').check(z.maxLength(100, 'Invitation is too long')));

/** A solved challenge of `signUpChallenge`, as base64 of JSON. */
export const proofField = z.optional(text('Proof').check(z.maxLength(4000, 'Proof is too long')));

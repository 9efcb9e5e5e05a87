/**
 * Marks errors whose message is meant for the uploader. Own properties of an error survive the transfer from a
 * worker.
 */
const CODE = 'CLIP_REFUSED';

/** Creates the error for a rejected clip. @param message says what is wrong and what to do */
export const refuseClip = (message: string): Error => Object.assign(new Error(message), { code: CODE });

export const isClipRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === CODE;

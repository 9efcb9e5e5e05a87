/** Marks errors whose message is written for the sender of a clip. Own fields survive the way out of a worker. */
const CODE = 'CLIP_REFUSED';

/** Makes the error for a clip that is refused. @param message says what is wrong and what to do */
export const refuseClip = (message: string): Error => Object.assign(new Error(message), { code: CODE });

export const isClipRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === CODE;

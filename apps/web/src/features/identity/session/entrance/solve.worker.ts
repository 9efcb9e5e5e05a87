import type { SignUpChallenge } from '@social-feed/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

addEventListener('message', ({ data }: MessageEvent<SignUpChallenge>) => {
  solveChallenge({ challenge: data, deriveKey }).then(postMessage, () => postMessage(null));
});

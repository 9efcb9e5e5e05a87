import { createHash, randomInt } from 'node:crypto';
import type { SignUpChallenge } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { createChallenge, verifySolution, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config/config.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { modelOf } from '../../platform/db/record.js';
import { AppError } from '../../platform/http/errors.js';
import { MINUTE, SECOND, later } from '../../platform/time.js';

/** Long enough to fill in the form while it is solved. */
const LASTS = 20 * MINUTE;

/** The hash of a used challenge, until it ends. */
const schema = new Schema({
  _id: { type: String, required: true },
  expiresAt: { type: Date, required: true },
});
export const usedProofModel = modelOf<InferSchemaType<typeof schema>>('UsedProof', 'usedproofs', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'expiresAt' },
  aboutCalls: true,
});

const payload = z.object({
  challenge: z.object({
    parameters: z.record(z.string(), z.union([z.string(), z.number()])),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

const proofRequired = () =>
  new AppError('PROOF_REQUIRED', t`This browser has not finished its check for robots. Please try again.`);

/** A proof that is right and was not used when it was checked. */
export interface CheckedProof {
  /** Uses it up. @throws AppError 403 if another call used it first */
  use: () => Promise<void>;
}

interface ProofsDeps {
  connection: Connection;
  config: Pick<Config, 'secrets' | 'proofOfWork'>;
  now: () => Date;
}

/**
 * Proofs of work for sign-up, as ALTCHA describes them. A solver needs some time of a processor, so that making many
 * accounts costs something. Users have nothing to do, and no other service takes part.
 */
export function createProofs({ connection, config: { secrets, proofOfWork }, now }: ProofsDeps) {
  const used = usedProofModel(connection);
  const hmacSignatureSecret = secrets.proof.toString('hex');
  const hmacKeySignatureSecret = secrets.proofKey.toString('hex');

  return {
    async challenge(): Promise<SignUpChallenge> {
      const { cost, tries } = proofOfWork;
      return (await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(tries / 2, tries),
        deriveKey,
        expiresAt: later(now(), LASTS),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      })) as SignUpChallenge;
    },

    /** @throws AppError 403 if it is missing, wrong, late or used */
    async check(proof: string | undefined): Promise<CheckedProof> {
      const read = payload.safeParse(parse(proof ?? ''));
      if (!read.success) throw proofRequired();
      const { challenge, solution } = read.data as unknown as Payload;
      const until = new Date((challenge.parameters.expiresAt ?? 0) * SECOND);
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (!verified || until <= now()) throw proofRequired();
      const _id = createHash('sha256')
        .update(challenge.signature ?? '')
        .digest('base64url');
      if ((await used.exists({ _id })) !== null) throw proofRequired();
      return {
        use: async () => {
          await used.create([{ _id, expiresAt: until }]).catch((error: unknown) => {
            throw isDuplicateKey(error) ? proofRequired() : error;
          });
        },
      };
    },
  };
}

function parse(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

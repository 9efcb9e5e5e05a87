import * as contracts from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError } from '../../platform/http/errors.js';
import type { Exchange, Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { checkOwnPassword } from '../sessions/own-password.js';
import { CHANGES_LIMIT, OPTIONS_LIMIT, OWN_OPTIONS_LIMIT } from './limits.js';
import { addPasskey, addTotp, makeRecoveryCodes, removeFactor, userToProtect } from './manage.js';
import { proveFactor } from './prove.js';
import type { SecondStepDeps } from './second-step-deps.js';
import { completeSignIn, signInByPasskey, waitingSignIn } from './sign-in.js';

/** Confirms the identity in a session, by the second factor or else the password. */
async function confirmIdentity(
  deps: SecondStepDeps,
  { req, res }: Exchange,
  viewer: Viewer,
  { password, ...proof }: contracts.SecondFactorBody & { password?: string | undefined },
): Promise<void> {
  const { factors, sessions, users } = deps;
  const byFactor = await factors.has(viewer.id);
  if (byFactor) await proveFactor(deps, req, { ...proof, user: viewer.id, purpose: 'confirm' });
  else {
    const user = await users.getExisting(viewer.id);
    if (!user.passwordHash)
      throw new AppError('CONFLICT', t`Sign out and in again to confirm that it is you`);
    await checkOwnPassword(deps, user, { password, path: 'password' });
  }
  await sessions.renewConfirmed(viewer, res, { byFactor });
}

/** The second step of signing in, passkeys that sign in alone, confirming the identity, and the own factors. */
export function createSecondStep(deps: SecondStepDeps) {
  const { factors, users } = deps;
  const { presentSignedIn } = deps.sessions;

  /** The factors that can confirm the identity of a user, with the challenge for a passkey. */
  async function confirmationBy(user: string, purpose: 'confirm' | 'second factor') {
    const ways = await factors.waysOf(user);
    const passkey = ways.includes('passkey') ? await factors.passkeys.optionsFor(purpose, user) : null;
    return { ways, passkey };
  }

  function routesOfSignIn(mount: Mount): void {
    mount(contracts.passkeyOptions, { perAddress: OPTIONS_LIMIT }, async () => ({
      data: await factors.passkeys.optionsFor('sign in', null),
    }));
    mount(contracts.passkeySignIn, async ({ body, req, res }) => ({
      message: t`Login successful`,
      ...presentSignedIn(await signInByPasskey(deps, body, { req, res })),
    }));
    mount(contracts.secondFactorOptions, { perAddress: OPTIONS_LIMIT }, async ({ req }) => ({
      data: await confirmationBy(waitingSignIn(deps, req).user, 'second factor'),
    }));
    mount(contracts.secondFactor, { perAddress: OPTIONS_LIMIT }, async ({ body, req, res }) => ({
      message: t`Login successful`,
      ...presentSignedIn(await completeSignIn(deps, body, { req, res })),
    }));
  }

  return {
    routes(mount: Mount): void {
      routesOfSignIn(mount);
      const options = { perAccount: OWN_OPTIONS_LIMIT };
      // The route itself rejects users who must confirm.
      mount(contracts.checkConfirmed, () => ({ message: 'Confirmed' }));
      mount(contracts.confirmOptions, options, async ({ viewer }) => {
        const data = await confirmationBy(viewer.id, 'confirm');
        const hasPassword = data.ways.length === 0 && (await users.get(viewer.id))?.passwordHash;
        return { data: hasPassword ? { ...data, ways: ['password' as const] } : data };
      });
      mount(contracts.confirmIdentity, options, async ({ body, req, res, viewer }) => {
        await confirmIdentity(deps, { req, res }, viewer, body);
        return { message: 'Confirmed' };
      });
      mount(contracts.listFactors, async ({ viewer }) => ({ data: await factors.list(viewer.id) }));
      mount(contracts.beginPasskey, options, async ({ viewer }) => ({
        data: await factors.passkeys.creationOptionsFor(await userToProtect(deps, viewer)),
      }));
      mount(contracts.beginTotp, options, async ({ viewer }) => ({
        data: await factors.totp.begin(await userToProtect(deps, viewer)),
      }));
      const changes = { perAccount: CHANGES_LIMIT };
      mount(contracts.addPasskey, changes, async ({ body, viewer }) => ({
        message: 'Passkey added',
        ...(await addPasskey(deps, viewer, body)),
      }));
      mount(contracts.addTotp, changes, async ({ body, viewer }) => ({
        message: 'Authenticator app added',
        ...(await addTotp(deps, viewer, body)),
      }));
      mount(contracts.makeRecoveryCodes, changes, async ({ viewer }) => ({
        message: 'Recovery codes made',
        recoveryCodes: await makeRecoveryCodes(deps, viewer),
      }));
      mount(contracts.removeFactor, changes, async ({ params, viewer }) => {
        await removeFactor(deps, viewer, params.factorId);
        return { message: 'Second step removed' };
      });
    },
  };
}

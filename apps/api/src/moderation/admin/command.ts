import { suspensionDays } from '@social-feed/contracts';
import { AppError } from '../../platform/http/errors.js';
import type { Admin } from './admin.feature.js';

export const USAGE = `Usage: npm run admin -- <command>
  make <userName>      makes a user an admin
  revoke <userName>    takes the right away
  moderator <userName> [off]   makes a user a moderator, or takes that away
  list                 names the admins and moderators
  suspend <userName> [days] [reason]   days such as 7d; for good without; a reason that begins with a number in quotes
  lift <userName> [reason]
  factors <userName>   removes the passkeys, authenticator app and recovery codes of a user who lost them all
  log [number]         shows what was done last, 50 entries unless said otherwise`;

/** An error message for the user of the command. */
export class CommandRefusal extends Error {}

const LOG_ENTRIES = 50;

/**
 * Runs an admin command of the server terminal.
 * @param usage shown for an unknown command
 * @returns the lines to print
 * @throws CommandRefusal if the command is not possible
 */
export async function runCommand(admin: Admin, args: readonly string[], usage = USAGE): Promise<string[]> {
  const [command, name, ...words] = args;
  try {
    switch (command) {
      case 'make':
      case 'revoke': {
        const { userName, changed } = await admin.setAdmin(required(name), command === 'make');
        return [`${userName} is ${changed ? 'now' : 'already'} ${command === 'make' ? 'an' : 'no'} admin.`];
      }
      case 'moderator': {
        if (words.length > 0 && words.join() !== 'off') throw new CommandRefusal(USAGE);
        const has = words.length === 0;
        const { userName, changed } = await admin.setModerator(required(name), has);
        return [`${userName} is ${changed ? 'now' : 'already'} ${has ? 'a' : 'no'} moderator.`];
      }
      case 'suspend':
      case 'lift': {
        const user = await admin.users.findByLogin(required(name));
        if (user === null) throw new CommandRefusal(`There is no user ${required(name)}.`);
        const id = user._id.toString();
        if (command === 'lift') {
          const { userName } = await admin.lift(null, id, words.join(' '));
          return [`${userName} is no longer suspended.`];
        }
        const { days, reason } = readSuspension(words);
        const { userName, suspendedUntil } = await admin.suspend(null, id, { days, reason });
        return [`${userName} is suspended${suspendedUntil === null ? '' : ` until ${suspendedUntil}`}.`];
      }
      case 'factors': {
        const { userName, removed } = await admin.removeFactors(required(name));
        return [
          removed === 0
            ? `${userName} has no second factor.`
            : `${userName} signs in without a second factor now: ${removed} removed.`,
        ];
      }
      case 'list': {
        const [admins, moderators] = await Promise.all([
          admin.users.listAdmins(),
          admin.users.listModerators(),
        ]);
        return [
          ...(admins.length === 0 ? ['There are no admins.'] : []),
          ...admins.map(({ userName, fullName }) => `${userName}  ${fullName}`),
          ...moderators.map(({ userName, fullName }) => `${userName}  ${fullName}  (moderator)`),
        ];
      }
      case 'log':
        return await logLines(admin, name);
      default:
        throw new CommandRefusal(usage);
    }
  } catch (error) {
    throw error instanceof AppError ? new CommandRefusal(`${error.message}.`) : error;
  }
}

/** @throws CommandRefusal if there are too many days, or if the reason may be meant as days */
function readSuspension(words: readonly string[]): { days: number | undefined; reason: string } {
  const given = /^(\d+)d$/.exec(words[0] ?? '')?.[1];
  if (given === undefined && /^\d\S*$/.test(words[0] ?? '')) throw new CommandRefusal(USAGE);
  if (given === undefined) return { days: undefined, reason: words.join(' ') };
  const days = suspensionDays.safeParse(Number(given));
  if (!days.success) throw new CommandRefusal(`${days.error.issues[0]!.message}.`);
  return { days: days.data, reason: words.slice(1).join(' ') };
}

function required(name: string | undefined): string {
  if (name === undefined || name === '') throw new CommandRefusal(`A user name is missing.\n${USAGE}`);
  return name.replace(/^@/, '');
}

async function logLines({ log, users }: Admin, number = String(LOG_ENTRIES)): Promise<string[]> {
  if (!/^[1-9]\d{0,5}$/.test(number)) throw new CommandRefusal(USAGE);
  const entries = await log.latest(Number(number));
  if (entries.length === 0) return ['Nothing was done yet.'];
  const names = await users.namesOf(entries.map(({ user }) => user));
  return entries.map(({ at, adminName, act, user, target, note }) =>
    [
      at.toISOString(),
      adminName,
      act,
      names.get(user.toString()) ?? `(deleted ${user.toString()})`,
      ...(target ? [target.toString()] : []),
      ...(note === '' ? [] : [JSON.stringify(note)]),
    ].join('  '),
  );
}

import { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import type { Models } from '../../models.js';
import type { AdminLog } from './admin-log.js';
import type { AdminService } from './admin.service.js';

export const USAGE = `Usage: npm run admin -- <command>
  make <userName>      makes a user an admin
  revoke <userName>    takes the right away
  list                 names the admins
  suspend <userName> [reason]
  lift <userName> [reason]
  log [number]         shows what was done last, 50 entries unless said otherwise`;

/** A sentence for whoever typed the command. */
export class CommandRefusal extends Error {}

const LOG_ENTRIES = 50;

interface Parts {
  models: Pick<Models, 'User'>;
  admin: AdminService;
  log: AdminLog;
}

/**
 * Carries out the command of an admin at the server's terminal.
 * @returns the lines to print
 * @throws CommandRefusal for what cannot be done
 */
export async function runCommand(parts: Parts, args: readonly string[]): Promise<string[]> {
  const [command, name, ...words] = args;
  try {
    switch (command) {
      case 'make':
      case 'revoke':
        return [await setAdmin(parts, required(name), command === 'make')];
      case 'suspend':
      case 'lift': {
        const user = await idOf(parts, required(name));
        const { userName } = await parts.admin[command](null, user, words.join(' '));
        return [`${userName} is ${command === 'lift' ? 'no longer ' : ''}suspended.`];
      }
      case 'list': {
        const admins = await parts.admin.admins();
        if (admins.length === 0) return ['There are no admins.'];
        return admins.map(({ userName, fullName }) => `${userName}  ${fullName}`);
      }
      case 'log':
        return await logLines(parts, name);
      default:
        throw new CommandRefusal(USAGE);
    }
  } catch (error) {
    throw error instanceof AppError ? new CommandRefusal(`${error.message}.`) : error;
  }
}

function required(name: string | undefined): string {
  if (name === undefined || name === '') throw new CommandRefusal(`A user name is missing.\n${USAGE}`);
  return name.replace(/^@/, '');
}

async function setAdmin({ admin }: Parts, name: string, isAdmin: boolean): Promise<string> {
  const { userName, changed } = await admin.setAdmin(name, isAdmin);
  return `${userName} is ${changed ? 'now' : 'already'} ${isAdmin ? 'an admin' : 'no admin'}.`;
}

async function idOf({ models }: Parts, name: string): Promise<string> {
  const user = await models.User.findOne({ userNameLower: name.toLowerCase() }, { _id: 1 }).lean();
  if (user === null) throw new CommandRefusal(`There is no user ${name}.`);
  return user._id.toString();
}

async function logLines({ log, models }: Parts, number = String(LOG_ENTRIES)): Promise<string[]> {
  if (!/^[1-9]\d{0,5}$/.test(number)) throw new CommandRefusal(USAGE);
  const entries = await log.latest(Number(number));
  if (entries.length === 0) return ['Nothing was done yet.'];
  const ids = [...new Set(entries.map(({ user }) => user.toString()))].map((id) => new Types.ObjectId(id));
  const users = await models.User.find({ _id: { $in: ids } }, { userName: 1 }).lean();
  const names = new Map(users.map(({ _id, userName }) => [_id.toString(), userName]));
  return entries.map(({ at, adminName, act, user, target, note }) =>
    [
      at.toISOString(),
      adminName,
      act,
      names.get(user.toString()) ?? `(deleted ${user.toString()})`,
      ...(target === undefined ? [] : [target.toString()]),
      ...(note === '' ? [] : [JSON.stringify(note)]),
    ].join('  '),
  );
}

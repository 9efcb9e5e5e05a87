import { randomBytes } from 'node:crypto';
import { canonicalEmail, formatBytes, registerBody } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { Api } from './api.js';
import { CommandRefusal, USAGE } from './moderation/admin/command.js';
import { AppError } from './platform/http/errors.js';
import { testMail } from './platform/mail/host-mails.js';
import { freeBytes } from './readiness.js';

export const HOST_USAGE = `${USAGE}
  create <userName> <email> [full name]   makes an account and shows its password
  password <userName>  sets and shows a new password, and signs the user out everywhere
  find <words>         finds users by name, e-mail address, or the IP address of a session
  mail <address>       sends a test mail at once
  storage              shows what uploads take, and whose are the most
  clean-media          removes uploads that nothing names, as the API does by itself`;

const FOUND_MAX = 50;
const BIGGEST = 10;

type Parts = Pick<
  Api,
  'account' | 'admin' | 'config' | 'mail' | 'media' | 'moderation' | 'sessions' | 'users'
>;

/**
 * Runs a command of the server terminal that needs more than the roles of users.
 * @returns the lines to print; undefined if it is none of these commands
 * @throws CommandRefusal if the command is not possible
 */
export async function runHostCommand(parts: Parts, args: readonly string[]): Promise<string[] | undefined> {
  const [command, ...words] = args;
  const [name = ''] = words;
  try {
    switch (command) {
      case 'create':
        return await create(parts, words);
      case 'password':
        return await setPassword(parts, name);
      case 'find':
        return await find(parts, words.join(' '));
      case 'mail':
        return await sendTestMail(parts, name);
      case 'storage':
        return await storage(parts);
      case 'clean-media':
        return [`Removed unused uploads: ${await parts.media.sweep()}.`];
      default:
        return undefined;
    }
  } catch (error) {
    throw error instanceof AppError ? new CommandRefusal(`${error.message}.`) : error;
  }
}

/** Returns a password that nobody guesses and that every rule accepts. */
const newPassword = (): string => `${randomBytes(15).toString('base64url')}-a1`;

/** The address is confirmed by its code at the first sign-in, as after a sign-up. */
async function create({ admin, users, sessions }: Parts, words: readonly string[]): Promise<string[]> {
  const [userName, email, ...rest] = words;
  const password = newPassword();
  const fullName = rest.length > 0 ? rest.join(' ') : userName;
  const body = registerBody.safeParse({ userName, email, fullName, password });
  if (!body.success) throw new CommandRefusal(`${body.error.issues[0]!.message}.`);
  const { _id } = await users.create({
    ...{ fullName: body.data.fullName, userName: body.data.userName },
    email: canonicalEmail(body.data.email),
    emailVerified: false,
    passwordHash: await sessions.passwords.hash(password),
    signsInLater: true,
  });
  await admin.log.append({ admin: null, act: 'create', user: _id });
  return [`${body.data.userName} signs in with the password ${password}`];
}

async function setPassword(parts: Parts, name: string): Promise<string[]> {
  const { admin, users } = parts;
  const user = await users.findByLogin(name.replace(/^@/, ''));
  if (user === null) throw new CommandRefusal(`There is no user ${name}.\n${HOST_USAGE}`);
  const { _id, userName } = user;
  const password = newPassword();
  await admin.acts.carryOut('reset-password', { actor: null, user: _id, password });
  await parts.account.tellOfHostsPassword(user);
  return [`${userName} signs in with the password ${password}`];
}

async function find({ moderation }: Parts, q: string): Promise<string[]> {
  if (q === '') throw new CommandRefusal(HOST_USAGE);
  const server = { id: '', userName: '', isAdmin: true, sessionId: '' };
  const query = { q, show: 'all' as const, limit: FOUND_MAX, cursor: undefined };
  const { data } = await moderation.members.find(server, query);
  if (data.length === 0) return ['Nobody found.'];
  return data.map(({ _id, userName, fullName, email, role, suspendedAt, silencedAt }) =>
    [
      _id,
      userName,
      fullName,
      email ?? '',
      ...(role === 'member' ? [] : [role]),
      ...(suspendedAt === null ? [] : ['suspended']),
      ...(silencedAt === null ? [] : ['silenced']),
    ].join('  '),
  );
}

async function sendTestMail({ mail }: Parts, address: string): Promise<string[]> {
  const email = registerBody.shape.email.safeParse(address);
  if (!email.success) throw new CommandRefusal(`${email.error.issues[0]!.message}.`);
  const outcome = await mail.sendNow(testMail(email.data)).catch((error: unknown) => {
    throw new CommandRefusal(error instanceof Error ? error.message : String(error));
  });
  if (outcome === 'none') throw new CommandRefusal('There is no mail server: SMTP_URL is not set.');
  return [
    outcome === 'sent' ? `The mail server took a mail to ${email.data}.` : 'The mail is at /dev/mailbox.',
  ];
}

async function storage({ media, users, config }: Parts): Promise<string[]> {
  const { directory, s3 } = config.media;
  const [used, biggest, free] = await Promise.all([
    media.usedBytes(),
    media.biggest(BIGGEST),
    freeBytes(directory),
  ]);
  const names = await users.namesOf(biggest.map(({ user }) => user));
  const nameOf = (user: Types.ObjectId) => names.get(user.toHexString()) ?? `(deleted ${user.toHexString()})`;
  return [
    `Uploads take ${formatBytes(used)}${s3 === null ? '' : ` in the bucket ${s3.bucket}`}.`,
    `The disk of ${directory} has ${formatBytes(free)} left.`,
    ...biggest.map(({ user, files, bytes }) => `${nameOf(user)}  ${formatBytes(bytes)}  ${files} files`),
  ];
}

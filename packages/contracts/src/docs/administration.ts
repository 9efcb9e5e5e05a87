import { describeCalls } from './call-docs.js';

const instance = describeCalls('Instance', {
  getInstance: {
    summary: 'The instance: its name, rules, version, limits, and the ways to sign in that work',
    description: 'Shared caches may keep it for a minute. Empty text means that the host set none.',
  },
  getInstanceText: {
    summary: 'The terms, the privacy notice or the imprint of the instance',
    errors: ['NOT_FOUND'],
  },
  securityTxt: {
    summary: 'How to report a vulnerability',
    description: 'On the web at `/.well-known/security.txt`, where the host has set a contact.',
    answers: 'text',
    errors: ['NOT_FOUND'],
  },
});

const administration = describeCalls('Administration', {
  getInstanceSettings: {
    summary: 'The settings of the instance and their defaults (admins)',
    errors: ['PERMISSION_DENIED'],
  },
  updateInstanceSettings: {
    summary: 'Change settings of the instance (admins)',
    description: 'Settings that are missing stay as they are; `null` returns to the default.',
    errors: ['PERMISSION_DENIED'],
  },
  suspendUser: {
    summary: 'Suspend a user (moderators)',
    throttled: true,
    description:
      'With `days` it lifts by itself, otherwise it has no end. The user gets a mail with the end, the `rule` and the `message`; the `reason` is logged. Of two suspensions the one that ends later holds. Moderators cannot suspend each other or admins; a moderator whom an admin suspends loses the role.',
  },
  liftSuspension: { summary: "Lift a user's suspension (moderators)", throttled: true },
  setModerator: {
    summary: 'Make a user a moderator, or end that (admins)',
    description:
      'Moderators read and decide reports and suspend users. They cannot suspend admins or other moderators.',
    errors: ['PERMISSION_DENIED', 'CONFLICT'],
  },
  listSuspended: { summary: 'Suspended users (moderators)', errors: ['PERMISSION_DENIED'] },
  listAppeals: {
    summary: 'Answers of suspended users, oldest first (moderators)',
    description:
      'Each with the reason of the suspension, what was reported if a report led to it, and who made it.',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  decideAppeal: {
    summary: "Accept or reject a suspended user's answer (moderators)",
    description:
      'Accepting lifts the suspension. The user is mailed, with the words if there are any. Of two moderators one decides, the other gets 409, also if the suspension has ended.',
    throttled: true,
    errors: ['PERMISSION_DENIED', 'NOT_FOUND', 'CONFLICT'],
  },
  listSecurityLogOf: {
    summary: 'Sign-ins, failed sign-ins and changes of an account (admins)',
    errors: ['PERMISSION_DENIED', 'NOT_FOUND'],
  },
  listApplications: {
    summary: 'Applications for an account, oldest first (moderators)',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  decideApplication: {
    summary: 'Approve or reject an application (moderators)',
    description:
      'The applicant is mailed, with the sentence if there is one. The data of a rejected application are deleted. 409 if somebody took the name or address since.',
    throttled: true,
    errors: ['PERMISSION_DENIED', 'NOT_FOUND', 'ALREADY_EXISTS'],
  },
  listInvitations: {
    summary: 'All invitations, who made them and who came by them (admins)',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  revokeInvitationsOf: {
    summary: 'Revoke all invitations of a member (admins)',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  listRefusals: {
    summary: 'What is refused at sign-up, with reasons (admins)',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  addRefusals: {
    summary: 'Refuse domains or addresses of mail, ranges of addresses, or user names (admins)',
    description:
      'Domains include their subdomains. A user name may end with `*`. Accounts that exist keep what they have.',
    throttled: true,
    errors: ['PERMISSION_DENIED', 'CONFLICT'],
  },
  removeRefusal: {
    summary: 'Take back a refusal (admins)',
    throttled: true,
    errors: ['PERMISSION_DENIED', 'NOT_FOUND'],
  },
  listReportCases: {
    summary:
      'Reports that nobody has decided, or the decided ones, grouped by what they are about (moderators)',
    description:
      'The most reported first, or the oldest; with `state=decided` the decided ones, the latest first, whatever `order` says. Those about the asking moderator are left out.',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  getReportCase: {
    summary: 'A report case with its notes and what was done about its author (moderators)',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  decideReportCase: {
    summary: 'Decide a report case (moderators)',
    description:
      'The act is done once ten seconds are over, unless it is taken back before. With `also` the author is warned or suspended, and the content removed or marked as well. A suspension without `days` closes the other open cases about the account. `mark-sensitive` is for posts: their media are covered, and the author cannot take that away. Of two moderators one decides, the other gets 409. Send the `version` that was read: if the content was edited since, the answer is 409 with `CONTENT_CHANGED` and the new text.',
    throttled: true,
    errors: ['CONFLICT', 'CONTENT_CHANGED', 'PERMISSION_DENIED'],
  },
  undoDecision: {
    summary: 'Take back a decision that is not done yet (moderators)',
    throttled: true,
    errors: ['CONFLICT'],
  },
  reopenReportCase: {
    summary: 'Open dismissed reports again (moderators)',
    description:
      'They can be decided anew. 409 for other decisions, and where newer reports of the same are open. What an admin dismissed, only an admin opens again.',
    throttled: true,
    errors: ['CONFLICT', 'PERMISSION_DENIED'],
  },
  noteReportCase: {
    summary: 'Add a note for other moderators to a report case (moderators)',
    throttled: true,
    errors: ['CONFLICT'],
  },
});

const DENIED = { throttled: true, errors: ['PERMISSION_DENIED'] } as const;
const moderation = describeCalls('Administration', {
  findMembers: {
    summary: 'Find members (moderators)',
    description:
      'By words of the name or user name; for admins also by e-mail address, the IP address of a session, or the invitation by which they came. Without `q` the newest members.',
    ...DENIED,
  },
  getMember: {
    summary: 'A member with reports, acts and storage (moderators), sessions and who invited them (admins)',
    ...DENIED,
  },
  warnUser: { summary: 'Warn a user by mail and in their notifications (moderators)', ...DENIED },
  silenceUser: {
    summary: "Take a user's posts out of the shuffle, or put them back (moderators)",
    description:
      'Also out of today’s hand and the other lists of everybody’s posts. Followers, the profile, search and links keep them.',
    ...DENIED,
  },
  endSessionsOf: { summary: 'End all sessions and API tokens of a user (admins)', ...DENIED },
  voidPassword: {
    summary: "Void a user's password and mail how to set a new one (admins)",
    throttled: true,
    errors: ['PERMISSION_DENIED', 'CONFLICT'],
  },
  deleteUser: {
    summary: 'Delete a user with everything of theirs (admins)',
    description: 'At once, as a user who deletes the own account.',
    ...DENIED,
  },
  getState: {
    summary: 'The state of the service: version, mail, jobs, backups and storage (admins)',
    ...DENIED,
  },
  listFailedJobs: { summary: 'Background jobs whose last run failed (admins)', ...DENIED },
  retryJob: { summary: 'Run a failed job again (admins)', ...DENIED },
  sendTestMail: {
    summary: 'Send a test mail to the own address (admins)',
    description:
      'Answers when the mail server has taken it, which can take a minute. `kept` means that a mailbox for trials shows it, `none` that there is no mail server.',
    ...DENIED,
  },
  listAdminLog: {
    summary: "What admins, moderators and the server's terminal did (admins)",
    description: 'The latest first. Entries are never changed or removed.',
    ...DENIED,
  },
  getFigures: {
    summary: 'Figures of the last days: people, posts, reports, storage, mails and jobs (moderators)',
    description: 'Today is the last. Days before the first account are missing.',
    ...DENIED,
  },
  listNotices: { summary: 'What the moderators told the user, the latest first' },
});

export const administrationDocs = { ...instance, ...administration, ...moderation };

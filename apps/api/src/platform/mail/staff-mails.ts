import { plural, t } from '@social-feed/contracts/t';
import { letter } from './layout.js';
import { listOf } from './times.js';

/** A kind of what waits for a decision, and how a mail names it. */
const QUEUES = {
  reports: {
    capital: () =>
      t({ message: 'Reports', comment: 'First in the subject “Reports and appeals wait for a decision”.' }),
    name: () =>
      t({ message: 'reports', comment: 'In the subject “Appeals and reports wait for a decision”.' }),
    count: (count: number) =>
      t`${plural(count, { one: 'One report waits for a decision.', other: '# reports wait for a decision.' })}`,
    open: () => t`Open the reports`,
  },
  appeals: {
    capital: () =>
      t({ message: 'Appeals', comment: 'First in the subject “Appeals and reports wait for a decision”.' }),
    name: () =>
      t({ message: 'appeals', comment: 'In the subject “Reports and appeals wait for a decision”.' }),
    count: (count: number) =>
      t`${plural(count, { one: 'One appeal waits for a decision.', other: '# appeals wait for a decision.' })}`,
    open: () => t`Open the appeals`,
  },
  applications: {
    capital: () =>
      t({
        message: 'Applications',
        comment: 'First in the subject “Applications and reports wait for a decision”.',
      }),
    name: () =>
      t({
        message: 'applications',
        comment: 'In the subject “Reports and applications wait for a decision”.',
      }),
    count: (count: number) =>
      t`${plural(count, { one: 'One application waits for a decision.', other: '# applications wait for a decision.' })}`,
    open: () => t`Open the applications`,
  },
};
export type QueueName = keyof typeof QUEUES;

interface Waiting {
  /** What waits, at least one, with the page for decisions. */
  waiting: readonly { queue: QueueName; count: number; url: string }[];
  settingsUrl: string;
}

/** Tells a moderator what waits for a decision. Quotes nothing of it, because a mail cannot be taken back. */
export const waitingMail = letter(({ waiting, settingsUrl }: Waiting) => {
  const names = listOf(
    waiting.map(({ queue }, index) => (index === 0 ? QUEUES[queue].capital() : QUEUES[queue].name())),
  );
  return {
    subject: t`${names} wait for a decision`,
    blocks: [
      ...waiting.flatMap(({ queue, count, url }) => [
        QUEUES[queue].count(count),
        { text: QUEUES[queue].open(), url },
      ]),
      { text: t`Stop these mails in your settings`, url: settingsUrl },
    ],
    footer: t`You get this mail because you moderate, at most once an hour.`,
  };
});

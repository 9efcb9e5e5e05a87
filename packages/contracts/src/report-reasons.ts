import { t } from './t.js';

/** Reasons for a report, with their labels. */
export const REPORT_REASONS = {
  spam: t`Spam or a scam`,
  hate: t`Harassment or hate`,
  violence: t`Violence or a threat`,
  sexual: t`Nudity or sexual content`,
  privacy: t`Private information`,
  misleading: t`False or misleading`,
  /** Only where the host set rules. */
  rule: t`Breaks a rule`,
  other: t`Something else`,
  /** Found by the host's words, without a reporter. */
  words: t`Listed words`,
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REPORT_REASON_NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

/** Reasons that people give. */
export type GivenReason = Exclude<ReportReason, 'words'>;
export const GIVEN_REASONS = REPORT_REASON_NAMES.filter((name): name is GivenReason => name !== 'words');

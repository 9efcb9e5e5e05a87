/** Reasons for a report, with their labels. */
export const REPORT_REASONS = {
  spam: 'Spam or a scam',
  hate: 'Harassment or hate',
  violence: 'Violence or a threat',
  sexual: 'Nudity or sexual content',
  privacy: 'Private information',
  misleading: 'False or misleading',
  /** Only where the host set rules. */
  rule: 'Breaks a rule',
  other: 'Something else',
  /** Found by the host's words, without a reporter. */
  words: 'Listed words',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REPORT_REASON_NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

/** Reasons that people give. */
export type GivenReason = Exclude<ReportReason, 'words'>;
export const GIVEN_REASONS = REPORT_REASON_NAMES.filter((name): name is GivenReason => name !== 'words');

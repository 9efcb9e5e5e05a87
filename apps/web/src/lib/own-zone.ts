/** The time zone of this browser; UTC if the system names none. Chromium then says `Etc/Unknown`, which `Intl` refuses. */
export const ownZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
};

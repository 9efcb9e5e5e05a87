/** The address behind the host's contact, which is an e-mail address or the address of a page. */
export const contactHref = (contact: string): string =>
  /^https?:\/\//i.test(contact) ? contact : `mailto:${contact}`;

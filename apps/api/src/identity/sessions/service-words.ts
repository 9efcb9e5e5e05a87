import type { Config } from '../../platform/config/config.js';

/** Words of this product and of its roles. */
const WORDS = ['social', 'feed', 'socialfeed', 'admin', 'administrator', 'moderator', 'member'];
/** Shorter parts of a host name are no words, such as `www`. */
const LABEL_MIN = 4;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/**
 * Creates a check for passwords that anyone who knows the service may guess: one of its words, the name of the
 * instance or a part of its host, alone or with digits and signs.
 */
export function createServiceWords({
  webOrigin,
  instance,
}: Pick<Config, 'webOrigin'> & { instance: { name: string } }) {
  const labels = new URL(webOrigin).hostname.split('.').filter((label) => label.length >= LABEL_MIN);
  const words = new Set([...WORDS, instance.name, ...labels].map(lettersOf).filter((word) => word !== ''));
  return (password: string): boolean => words.has(lettersOf(password));
}

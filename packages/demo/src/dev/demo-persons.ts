import { createHash } from 'node:crypto';
import type { OAuthProvider } from '@social-feed/contracts';

/** A user at the demo provider, and the failure of their sign-in, if any. */
export interface DemoPerson {
  subject: string;
  name: string;
  email?: string;
  emailVerified: boolean;
  trouble?: 'garbage' | 'timeout';
}

/** A choice on the demo provider's page. */
export interface DemoChoice {
  id: string;
  label: string;
  about: string;
}

const NAMES = { robin: 'Robin Vale', noor: 'Noor Brook', mika: 'Mika Stone' } as const;
type Name = keyof typeof NAMES;
const emailOf = (name: Name, provider: OAuthProvider) => `${name}.${provider}@example.net`;

/** Users of a provider. Each provider has different ones, so that all three can be tried one after the other. */
export const demoPeople = (provider: OAuthProvider): DemoChoice[] =>
  (Object.keys(NAMES) as Name[]).map((name) => ({
    id: name,
    label: NAMES[name],
    about: emailOf(name, provider),
  }));

export const MISBEHAVIOURS: readonly DemoChoice[] = [
  { id: 'refuse', label: 'Refuse', about: 'the person says no' },
  { id: 'no-email', label: 'No e-mail', about: 'the provider gives no e-mail address' },
  { id: 'unverified', label: 'Unverified e-mail', about: 'the provider does not vouch for the address' },
  { id: 'garbage', label: 'Garbage', about: 'the provider answers what nobody can read' },
  { id: 'timeout', label: 'Timeout', about: 'the provider never answers' },
];

/** Subject ids in each vendor's format: digits at Google and Facebook, ten letters and digits at LinkedIn. */
function subjectOf(provider: OAuthProvider, seed: string): string {
  const digest = createHash('sha256').update(`${provider} ${seed}`).digest('hex');
  if (provider === 'linkedin') return digest.slice(0, 10);
  return BigInt(`0x${digest}`)
    .toString()
    .slice(0, provider === 'google' ? 21 : 17);
}

/** Returns the user of a choice, or `null`. @param email of the choice `own` */
export function demoPerson(provider: OAuthProvider, choice: string, email = ''): DemoPerson | null {
  const subject = subjectOf(provider, choice === 'own' ? email : choice);
  const address = `sam.${provider}@example.net`;
  const sam = { subject, name: 'Sam Hollow', email: address, emailVerified: true };
  switch (choice) {
    case 'robin':
    case 'noor':
    case 'mika':
      return { subject, name: NAMES[choice], email: emailOf(choice, provider), emailVerified: true };
    case 'own':
      return email === '' ? null : { subject, name: 'Alex Reed', email, emailVerified: true };
    case 'no-email':
      return { subject, name: sam.name, emailVerified: false };
    case 'unverified':
      return { ...sam, emailVerified: false, ...(email === '' ? {} : { email }) };
    case 'garbage':
    case 'timeout':
      return { ...sam, trouble: choice };
    default:
      return null;
  }
}

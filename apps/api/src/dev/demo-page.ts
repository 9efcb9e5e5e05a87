import type { OAuthProvider } from '@social-feed/contracts';
import { escapeHtml } from '../mail/layout.js';
import { MISBEHAVIOURS, demoPeople, type DemoChoice } from './demo-persons.js';

export const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook', linkedin: 'LinkedIn' } as const;

/** The page on which a person signs in, or something goes wrong. @param asked parameters of the request, kept in links */
export function choicesPage(provider: OAuthProvider, asked: Record<string, string>): string {
  const name = PROVIDER_NAMES[provider];
  const link = ({ id, label, about }: DemoChoice) =>
    `<a class="choice" href="grant?${escapeHtml(new URLSearchParams({ ...asked, choice: id }).toString())}"><strong>${escapeHtml(label)}</strong> <span class="muted">${escapeHtml(about)}</span></a>`;
  const hidden = Object.entries({ ...asked, choice: 'own' })
    .map(([field, value]) => `<input type="hidden" name="${field}" value="${escapeHtml(value)}">`)
    .join('');
  return `<h1>Demo ${name} sign-in</h1>
<p class="note">This is not ${name}. It is a demo provider on your own machine, here because no keys for ${name} are set. It never runs in production.</p>
<h2>Sign in as</h2>
${demoPeople(provider).map(link).join('\n')}
<form action="grant" method="get" class="card">${hidden}
<label>Another address <input type="email" name="email" required maxlength="100"></label> <button>Sign in</button></form>
<h2>Or let something go wrong</h2>
${MISBEHAVIOURS.map(link).join('\n')}`;
}

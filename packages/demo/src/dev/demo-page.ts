import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '@social-feed/contracts';
import { escapeMarkup } from '@social-feed/api/demo';
import { MISBEHAVIOURS, demoPeople, type DemoChoice } from './demo-persons.js';

/** The sign-in page with the demo users and failures. @param asked parameters of the request, kept in links */
export function choicesPage(provider: OAuthProvider, asked: Record<string, string>): string {
  const name = OAUTH_PROVIDER_NAMES[provider];
  const link = ({ id, label, about }: DemoChoice, face = '') =>
    `<a class="choice" href="grant?${escapeMarkup(new URLSearchParams({ ...asked, choice: id }).toString())}">${face}<span><strong>${escapeMarkup(label)}</strong> <span class="muted">${escapeMarkup(about)}</span></span></a>`;
  const person = (choice: DemoChoice) =>
    link(choice, `<span class="face" aria-hidden="true">${escapeMarkup(initials(choice.label))}</span>`);
  const hidden = Object.entries({ ...asked, choice: 'own' })
    .map(([field, value]) => `<input type="hidden" name="${field}" value="${escapeMarkup(value)}">`)
    .join('');
  return `<h1>Demo ${name} sign-in</h1>
<p class="note">This is not ${name}. It is a demo provider on your own machine, here because no keys for ${name} are set. It never runs in production.</p>
<section class="card"><h2>Sign in as</h2>
<div class="choices">${demoPeople(provider).map(person).join('\n')}</div>
<form action="grant" method="get">${hidden}
<label for="email">Another address</label>
<div class="row"><input id="email" type="email" name="email" required maxlength="100" autocomplete="off" placeholder="name@example.net"> <button>Sign in</button></div></form></section>
<section class="card"><h2>Or let something go wrong</h2>
<div class="choices tight">${MISBEHAVIOURS.map((choice) => link(choice)).join('\n')}</div></section>`;
}

const initials = (label: string): string =>
  label
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');

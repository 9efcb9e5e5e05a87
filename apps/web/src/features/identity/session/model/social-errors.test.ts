import { expect, it, vi } from 'vitest';
import { socialErrorMessage } from './social-errors';

vi.mock('../../../../lib/words/answers', () => ({
  inLanguage: (text: string) =>
    text === 'Please sign in from the sign-in page.' ? 'Bitte melde dich auf der Anmeldeseite an.' : text,
}));

it.each(['oauth_error', 'oauth_handler_error', 'oauth_registration', 'oauth_registration_pending'])(
  'says why the API refused a social sign-in in the language of the page: %s',
  (error) => {
    expect(socialErrorMessage('login', error, 'Please%20sign%20in%20from%20the%20sign-in%20page.')).toBe(
      'Bitte melde dich auf der Anmeldeseite an.',
    );
  },
);

it('says what it does not know as it is', () => {
  expect(socialErrorMessage('login', 'oauth_error', 'It%20broke')).toBe('It broke');
});

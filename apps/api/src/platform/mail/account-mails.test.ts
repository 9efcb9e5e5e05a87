import { describe, expect, it } from 'vitest';
import { otpMail, passwordChangedMail } from './account-mails.js';

const at = new Date('2026-11-21T10:20:30Z');
const PASSWORD_CHANGE = {
  to: 'ada@example.org',
  fullName: 'Ada',
  at,
  how: 'code',
  providers: [],
  settingsUrl: 'https://social.example/settings',
} as const;
const evil = '<img src=x onerror=alert(1)> "&\'';

describe('mails', () => {
  it('contain the code as text and as HTML, but not in the subject', () => {
    const mail = otpMail({
      to: 'ada@example.org',
      fullName: 'Ada Byron',
      code: '012345',
      goodUntil: at,
    }).write();
    expect(mail.to).toBe('ada@example.org');
    expect(mail.subject).not.toContain('012345');
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Ada Byron');
      expect(body).toContain('012345');
      expect(body).toContain('10:20 UTC');
    }
  });

  it('report a changed password and how to undo it', () => {
    const resetUrl = 'https://social.example/i/account/forgotpassword';
    const mail = passwordChangedMail({ ...PASSWORD_CHANGE, resetUrl }).write();
    expect(mail.subject).toBe('Your password was changed');
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('2026-11-21, 10:20 UTC');
      expect(body).toContain(resetUrl);
    }
  });

  it('escape user input', () => {
    const { html, text } = otpMail({ to: 'a@example.org', fullName: evil, code: '1', goodUntil: at }).write();
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#39;');
    expect(text).toContain(evil);
  });

  it.each([
    'Ada\n\n    000000\n\nYour account was hacked',
    'Ada\u2028\u0000\u0085Byron',
    'http://evil.example/reset',
    'Reset it at evil.example now',
    'www.evil',
  ])('include no text chosen by another user, for the name %j', (fullName) => {
    const { text, html } = otpMail({ to: 'a@example.org', fullName, code: '123456', goodUntil: at }).write();
    expect(text.split('\n')[0]).toMatch(/^Hello( [^\p{Cc}]+)?,$/u);
    expect(text.match(/^ {4}\d{6}$/gm)).toEqual(['    123456']);
    for (const part of ['evil', '\u0000', '\u0085', '\u2028']) expect(text + html).not.toContain(part);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allLetters } from '../../testing/letters.js';
import { ENGLISH, writeIn, type Language } from '../writing.js';
import { otpMail } from './account-mails.js';
import { INSTANCE_NAME, withInstanceName } from './layout.js';
import { actMail } from './moderation-mails.js';
import { todayMail } from './news-mails.js';

const at = new Date('2026-11-21T10:20:30Z');
const to = { to: 'ada@example.org', fullName: 'Ada' };
const url = 'https://social.example/a';
const HEBREW: Language = {
  code: 'he',
  dir: 'rtl',
  locale: 'he-u-ca-gregory-nu-latn',
  translate: (key, values) =>
    ({
      'Hello {},': `שלום ${String(values[0])},`,
      'Set a new password: {}': `סיסמה: ${String(values[0])}`,
      'Nobody from {} will ever ask you for it.': `לא ${String(values[0])}.`,
    })[key],
};
const removed = (content: string) =>
  actMail({ ...to, kind: 'remove-post', content, message: '', until: null, resetUrl: url });

describe('a value in a mail', () => {
  it('in the other direction is isolated from the sentence around it [B47-11]', () => {
    const { text, html } = removed('שלום (1)').write();
    expect(text).toContain('your post “\u2068שלום (1)\u2069”. Nobody');
    expect(html).toContain('your post “<bdi>שלום (1)</bdi>”. Nobody');
    expect(html).not.toMatch(/[\u2066-\u2069]/u);
  });

  it('stays as it is in the same direction', () => {
    const { text, html } = removed('Sea (1)').write();
    expect(text + html).not.toMatch(/[\u2066-\u2069]|<bdi/u);
  });

  it('is always isolated in a language from right to left, but addresses are not', () => {
    const act = { ...to, kind: 'reset-password', message: '', until: null, resetUrl: url } as const;
    const { text, html } = writeIn(HEBREW, actMail(act).write);
    expect(text).toContain('שלום \u2068Ada\u2069,');
    expect(html).toContain(
      '<h1 style="margin:0 0 14px;font-size:20px;line-height:1.3">שלום <bdi>Ada</bdi>,</h1>',
    );
    expect(text).toContain(`סיסמה: ${url}\n`);
  });

  it('is also the name of the instance', () => {
    const mail = otpMail({ ...to, code: '012345', goodUntil: at });
    const named = withInstanceName(mail.write(), 'קהילה (1)');
    expect(named.text).toContain('Nobody from \u2068קהילה (1)\u2069 will');
    expect(named.html).toContain('Nobody from <bdi>קהילה (1)</bdi> will');
    expect(withInstanceName(mail.write(), 'Sea').text).toContain('Nobody from Sea will');
    expect(withInstanceName(writeIn(HEBREW, mail.write), 'Sea').text).toContain('לא \u2068Sea\u2069.');
  });

  it('is also the title of a post, before its author in brackets', () => {
    const items = [{ text: () => 'שלום (1)', by: () => 'Ada', url }];
    const { text } = todayMail({ ...to, day: at, seed: 1, items, pageUrl: url, unsubscribeUrl: url }).write();
    expect(text).toContain(`\u20681. שלום (1)\u2069 (Ada)\n${url}`);
  });

  it('lets no control in it reach beyond it, in any mail', () => {
    const signs = fc
      .array(fc.constantFrom(...Array.from('aא٣1 (\u200f\u202b\u202c\u202e\u2066\u2067\u2068\u2069')), {
        minLength: 1,
      })
      .map((each) => `<${each.join('')}>`);
    const without = (of: string) => of.replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '');
    fc.assert(
      fc.property(signs, fc.constantFrom(ENGLISH, HEBREW), (text, language) => {
        const written = (value: string) =>
          Object.values(allLetters({ name: 'Ada', text: value, url, at })).map(({ write }) =>
            writeIn(language, write),
          );
        const plain = written('§');
        for (const [index, mail] of written(text).entries()) {
          // the rest stands as with a value without direction
          expect(without(mail.text)).toBe(without(plain[index]!.text).replaceAll('§', () => without(text)));
          for (const line of mail.text.split('\n')) {
            let depth = 0;
            for (const sign of line) {
              if (/[\u2066-\u2068]/u.test(sign)) depth += 1;
              if (sign === '\u2069') depth -= 1;
              if (/[\u202a-\u202e]/u.test(sign)) expect(depth).toBeGreaterThan(0);
              expect(depth).toBeGreaterThanOrEqual(0);
            }
            expect(depth).toBe(0);
          }
          const tags = mail.html.match(/<\/?bdi/g) ?? [];
          expect(tags.filter((tag) => tag === '<bdi')).toHaveLength(tags.length / 2);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('stands for itself if it is a placeholder', () => {
    expect(otpMail({ ...to, code: '1', goodUntil: at }).write().text).toContain(INSTANCE_NAME);
  });
});

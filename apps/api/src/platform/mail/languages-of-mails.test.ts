import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOCALES, NOTIFICATION_KINDS, type Notification } from '@social-feed/contracts';
import { sentenceOf } from '@social-feed/contracts/notification-words';
import { nameOfSeed } from '@social-feed/feed-order/names';
import { afterAll, describe, expect, it } from 'vitest';
import { allLetters, type Values } from '../../testing/letters.js';
import { createLanguages, writeIn, type Language } from '../writing.js';
import { clockTime, dayAndTime, listOf, longDay } from './times.js';

const PSEUDO = 'en-XB';
const built = mkdtempSync(join(tmpdir(), 'words-'));
afterAll(() => rmSync(built, { recursive: true }));
// as the build does it, with languages that are not ready
execFileSync(
  process.execPath,
  [
    '--import',
    'tsx',
    fileURLToPath(new URL('../../../../web/build-words/for-api.ts', import.meta.url)),
    built,
  ],
  { env: { ...process.env, WORDS_TRY: [...LOCALES, PSEUDO].join(',') } },
);
const languages = createLanguages(built);

const at = new Date('2026-11-21T10:20:30Z');
const VALUES: Values = { name: '§1', text: '§2', url: '§3', at };

const writtenIn = (language: Language, values = VALUES) =>
  Object.values(allLetters(values)).map((letter) => writeIn(language, letter.write));

describe('mails', () => {
  it('are in English as they stand in the code', async () => {
    const texts = writtenIn(languages.first([])).map(({ subject, text }) => `${subject}\n\n${text}`);
    await expect(texts.join('\n\n\n')).toMatchFileSnapshot('english-mails.txt');
  });

  it.each([...languages.codes].sort())('have all values and the direction in %s [B47-11]', (code) => {
    const language = languages.first([code]);
    const english = writtenIn(languages.first([]));
    const attributes = `lang="${code}"${['ar', 'he', PSEUDO].includes(code) ? ' dir="rtl"' : ''}`;
    for (const [index, { subject, text, html }] of writtenIn(language).entries()) {
      expect(html).toContain(`<html ${attributes}>`);
      // Gmail keeps nothing of <html>
      expect(html).toContain(`<table ${attributes} role=`);
      const valuesIn = (of: string) =>
        ['§1', '§2', '§3', '012345', '203.0.113.7'].filter((value) => of.includes(value));
      expect(valuesIn(text), text).toEqual(valuesIn(english[index]!.text));
      expect(valuesIn(html)).toEqual(valuesIn(english[index]!.html));
      expect(`${subject}${text}`).not.toMatch(/[{}]|\bundefined\b|\bnull\b/);
    }
  });

  it('have no English in another language', () => {
    const language = languages.first([PSEUDO]);
    const formatted = writeIn(language, () => [
      dayAndTime(at),
      clockTime(at),
      longDay(at),
      listOf(['§2', '§2']),
      // between translated words of a list
      '], and [',
      '] and [',
    ]).map((each) => each.replaceAll(/[\u2068\u2069]/gu, ''));
    // the words of a shuffle are names; the test mail goes to “host”
    const names = [nameOfSeed(4711).replaceAll('-', ' '), ' host'];
    for (const { subject, text } of writtenIn(language)) {
      const own = [...formatted, ...names].reduce(
        (rest, each) => rest.replaceAll(each, ''),
        `${subject}\n${text}`.replaceAll(/[\u2068\u2069]/gu, ''),
      );
      expect(own.split('\n').filter((line) => /[aeiou]/.test(line))).toEqual([]);
    }
  });

  it('say notifications in one sentence', () => {
    const person = { _id: '1', userName: '§1', fullName: '§1', profilepic: '' };
    const sentences = NOTIFICATION_KINDS.flatMap((kind) =>
      ['§2', ''].flatMap((title) =>
        [1, 2, 9].flatMap((count) =>
          [false, true].map((more): string => {
            const post = { _id: '1', title };
            const people = [person, person].slice(0, count);
            const said = { kind, post, people, count, more } as Notification;
            return writeIn(languages.first([PSEUDO]), () => sentenceOf(said));
          }),
        ),
      ),
    );
    expect(sentences.filter((sentence) => /[aeiou{}]/.test(sentence))).toEqual([]);
    expect(sentences[0]).toMatch(/^\[§1 líkéd “§2”·+\]$/);
  });

  it('show what people wrote as it is, also if it looks like markup or a message', () => {
    const text = "{name} {count, plural, one {#} other {#}} <b>$&</b> '{}'";
    for (const language of [languages.first([PSEUDO]), languages.first(['de'])])
      for (const mail of writtenIn(language, { ...VALUES, name: text, text })) {
        expect(mail.html).not.toContain('<b>');
        if (mail.text.includes('plural')) expect(mail.text).toContain(text);
      }
  });

  it('have dates with Latin digits in the calendar of the web app', () => {
    expect(writeIn(languages.first(['ar']), () => dayAndTime(at))).toMatch(/21.*2026.*10:20/);
    expect(writeIn(languages.first(['de']), () => longDay(at))).toBe('21. November 2026');
  });
});

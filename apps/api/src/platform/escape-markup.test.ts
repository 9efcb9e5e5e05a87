import { expect, it } from 'vitest';
import { escapeMarkup } from './escape-markup.js';

it('escapes every character with a meaning in HTML or XML [B8-8]', () => {
  expect(escapeMarkup(`<b a="1" c='2'>&amp;`)).toBe('&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;');
});

it('removes characters invalid in XML and preserves the rest', () => {
  expect(escapeMarkup('a\u0000b\u0008c\ud800d\uffffe\u009ff')).toBe('abcdef');
  expect(escapeMarkup('a\tb\r\nc 😀 é 漢')).toBe('a\tb\r\nc 😀 é 漢');
});

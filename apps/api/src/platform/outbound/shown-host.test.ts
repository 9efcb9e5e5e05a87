import { expect, it } from 'vitest';
import { shownHost } from './shown-host.js';

it.each([
  ['http://www.news.example/a', 'news.example'],
  ['https://münchen.example/', 'münchen.example'],
  ['https://www.xn--mnchen-3ya.example/', 'münchen.example'],
  ['https://łódź.example/', 'łódź.example'],
  ['https://例え.テスト/', '例え.テスト'],
  ['https://한국.example/', '한국.example'],
  ['https://пример.рф/', 'пример.рф'],
  ['https://ер.рф/', 'ер.рф'],
  ['https://правда.example/', 'правда.example'],
  ['https://παράδειγμα.example/', 'παράδειγμα.example'],
  ['https://مثال.example/', 'مثال.example'],
  ['https://93.184.216.34/', '93.184.216.34'],
  ['https://[2606:2800:220:1::]/', '[2606:2800:220:1::]'],
  ['https://a_b.example/', 'a_b.example'],
])('shows the host of %s as %s', (address, shown) => {
  expect(shownHost(address)).toBe(shown);
});

it.each([
  'аррӏе.com',
  'аpple.com',
  'раураl.com',
  'сосо.com',
  'ехе.example',
  'ορ.com',
  'googlẹ.com',
  'gıthub.com',
  'ɡoogle.com',
  'wikipediа.org',
  'ー.com',
  '一二.com',
  'exampleノcom.jp',
  'a漢.com',
  '٣.com',
  'ꮯꭵꮪꮯꮎ.com',
  'օո.com',
])('shows %s as it is looked up', (host) => {
  const { hostname } = new URL(`https://${host}/`);
  expect(shownHost(`https://${host}/`)).toBe(hostname);
});

import { describe, expect, it } from 'vitest';

import { fill, sentenceCase } from './grammar.js';
import { phrasebooks } from './languages/index.js';
import { randomFor } from './random.js';
import shared from './topics/shared.json' with { type: 'json' };
import replies from './topics/replies.json' with { type: 'json' };
import { topics } from './topics/index.js';

describe('fill', () => {
  it('fills slots, alternatives and numbers, and uses different fillings within one pattern', () => {
    const slots = { fruit: ['fig', 'plum'], basket: ['{fruit} basket'] };
    for (let k = 0; k < 50; k += 1) {
      const random = randomFor(1, 'fill', k);
      expect(fill('{fruit} and {fruit}', random, slots)).toMatch(/^(fig and plum|plum and fig)$/);
      expect(fill('[a|b {fruit}] {3-5}', random, slots)).toMatch(/^(a|b (fig|plum)) [345]$/);
      expect(fill('{basket}', random, slots)).toMatch(/^(fig|plum) basket$/);
    }
  });

  it('throws on an undefined slot', () => {
    expect(() => fill('{nothing}', randomFor(1, 'fill', 0), {})).toThrow(/nothing/);
  });

  it('capitalises after quotation marks and leaves other scripts unchanged', () => {
    expect(sentenceCase('“so it goes”')).toBe('“So it goes”');
    expect(sentenceCase('¿qué tal?')).toBe('¿Qué tal?');
    expect(sentenceCase('今朝')).toBe('今朝');
  });
});

describe('hand-written patterns', () => {
  it('use only slots that exist', () => {
    const random = randomFor(1, 'patterns', 0);
    const check = (patterns: readonly string[], ...lists: Parameters<typeof fill>[2][]): void => {
      for (const pattern of patterns) {
        for (let k = 0; k < 12; k += 1) {
          const text = fill(pattern, random, ...lists);
          expect(text, pattern).not.toMatch(/[{}[\]|]/);
          expect(text.trim(), pattern).toBe(text);
        }
      }
    };
    for (const topic of Object.values(topics)) {
      const { titles, tiny, openers, middles, closers, replies, slots } = topic;
      check([...titles, ...tiny, ...openers, ...middles, ...closers, ...replies], slots, shared.slots);
    }
    for (const book of Object.values(phrasebooks)) {
      const about = Object.values(book.about).flat();
      check([...book.titles, ...about, ...book.middles, ...book.closers, ...book.comments], book.slots);
    }
    check(
      [...shared.middles, ...shared.closers, ...replies.general, ...replies.long, ...replies.byAuthor],
      shared.slots,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { findHoles } from './find-holes.mjs';

const SPECIFICATION = `# Feed
## 1. Purpose
People read posts here. They like a post twice a day.
## 2. Numbers
| Item | Value |
|---|---|
| Page size of the feed | 10 |
`;
const sections = ['F §1', 'F §2'];
const ROWS = [
  { section: 'F §1', sentence: 'People read posts here.' },
  { section: 'F §1', sentence: 'They like a post' },
  { section: 'F §1', sentence: 'twice a day' },
  { section: 'F §2', sentence: 'Page size of the feed: 10' },
];

describe('findHoles', () => {
  it('finds none if rows, alone or together, cover every sentence', () => {
    expect(findHoles(SPECIFICATION, ROWS, sections)).toEqual([]);
  });

  it('finds a sentence that no row covers', () => {
    expect(findHoles(SPECIFICATION, ROWS.slice(1), sections)).toEqual(['F §1: People read posts here.']);
  });

  it('finds a missing or different number', () => {
    const rows = [...ROWS.slice(0, 3), { section: 'F §2', sentence: 'Page size of the feed: 20' }];
    expect(findHoles(SPECIFICATION, rows, sections)).toEqual(['F §2: Page size of the feed   10']);
  });

  it('treats a quotation as part of its sentence, and bold lines as headings', () => {
    const text = `## 3. Errors
**Signing in**
- A refusal gives 'Login failed. Don't panic. Please try again.' and nothing else. The rest stays.
`;
    const rows = [
      { section: 'F §3', sentence: "A refusal gives 'Login failed. Don't panic. Please try again.'" },
    ];
    expect(findHoles(text, rows, ['F §3'])).toEqual(['F §3: The rest stays.']);
    expect(findHoles(text, [], ['F §3'])).toEqual([
      "F §3: A refusal gives 'Login failed. Don't panic. Please try again.' and nothing else.",
      'F §3: The rest stays.',
    ]);
  });
});

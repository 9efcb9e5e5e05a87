import { plainMedia, type StoredDraft } from '@social-feed/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftFrom } from './account-drafts';
import { checkDraft, contentOf, EMPTY_DRAFT, type Draft, type DraftField } from './composer-rules';
import { addStoredDraft, openDraft } from './draft-store';

/** Values of each field other than that of an empty draft. */
const OTHER: { [Name in DraftField]: Draft[Name][] } = {
  title: ['Bread'],
  description: ['With rye.'],
  media: [[{ ...plainMedia('image', 'https://media.example/a.webp'), width: 40, height: 30 }]],
  tags: [['rye']],
  location: ['Arlington'],
  contentWarning: ['Crumbs'],
  sensitive: [true],
  language: ['de', null],
  commenting: ['everybody', 'nobody'],
  commentsCloseAfter: [7, null],
};
const changes = Object.entries(OTHER).flatMap(([name, values]) =>
  values.map((value: unknown) => [name as DraftField, value] as const),
);

beforeEach(() => localStorage.clear());

describe.each(changes)('a draft whose %s is %j', (name, value) => {
  const draft: Draft = { ...EMPTY_DRAFT, [name]: value };

  it('has changed, so that it is kept', () => {
    expect(contentOf(draft)).not.toBe(contentOf(EMPTY_DRAFT));
  });

  it('comes back from this browser', () => {
    openDraft('user', EMPTY_DRAFT).keep(draft);
    expect(openDraft('user', EMPTY_DRAFT).found).toEqual(draft);
  });

  it('is sent, and comes back from the account and from what waits for a connection', () => {
    const { body, errors } = checkDraft(draft);
    expect([body[name], errors]).toEqual([value, {}]);
    expect(draftFrom({ post: body } as StoredDraft)).toEqual(draft);
    addStoredDraft('user', body, true);
    expect(openDraft('user', EMPTY_DRAFT).found).toEqual(draft);
  });
});

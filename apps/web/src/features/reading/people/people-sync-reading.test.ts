import { LANGUAGES_MAX } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { languageChoices } from '../../../lib/language-names';
import { chooseLanguages, readLanguages } from '../../../cache/language-store';
import { readMuted } from '../../../cache/muted-store';
import { muteWord, unmuteWord } from '../../../cache/muting';
import { pendingChangesOf } from '../../../cache/pending-changes';
import { sendPendingChanges } from './people-sync';
import { forgetPeople, ADA, follow, ME, newClient, serveAccount, sync } from '../../../testing/people-sync';

forgetPeople();

describe('a muted word', () => {
  const mutedHere = () => readMuted(ME).map(({ word }) => word);

  it('is sent to the account with follows, and restored on another device [B2-31]', async () => {
    const { batches, account } = serveAccount();
    muteWord(ME, { word: 'Football' }, 7);
    follow(ADA);
    await sync();
    expect(batches).toHaveLength(1);
    expect(batches[0]?.map(({ kind }) => kind)).toEqual(['mute', 'follow']);
    expect(pendingChangesOf(ME).size).toBe(0);
    account.muted = new Set(['spoiler']);
    await sync();
    expect(mutedHere()).toEqual(['spoiler']);
  });

  it('stays as set in this browser until the account has the change [B2-32]', async () => {
    const { account } = serveAccount();
    account.muted.add('football');
    await sync();
    account.status = 503;
    unmuteWord(ME, { word: 'Football' });
    muteWord(ME, { word: 'spoiler' }, null);
    await sync();
    expect(mutedHere()).toEqual(['spoiler']);
    account.status = 200;
    await sync();
    expect([...account.muted]).toContain('spoiler');
  });

  it('stays first in the list, before those that the account has', async () => {
    const { account } = serveAccount();
    account.muted.add('football');
    account.status = 503;
    muteWord(ME, { word: 'spoiler' }, null);
    muteWord(ME, { word: 'election' }, null);
    await sync();
    expect(mutedHere()).toEqual(['election', 'spoiler', 'football']);
  });

  it('is unmuted locally if the account has reached its limit [B2-32]', async () => {
    const { account } = serveAccount();
    account.mutedMax = 0;
    muteWord(ME, { word: 'football' }, null);
    await sendPendingChanges(newClient(), ME);
    expect(mutedHere()).toEqual([]);
    expect(pendingChangesOf(ME).size).toBe(0);
  });
});

describe('the languages to read', () => {
  it('apply here at once, and are sent with other changes [B13-4]', async () => {
    const { batches, account } = serveAccount();
    chooseLanguages(ME, ['de', 'en']);
    expect(readLanguages(ME)).toEqual(['de', 'en']);
    await sync();
    expect(batches).toEqual([[expect.objectContaining({ kind: 'languages', languages: ['de', 'en'] })]]);
    expect(account.languages).toEqual(['de', 'en']);
    expect(pendingChangesOf(ME).size).toBe(0);
  });

  it('come from the account, also where another device chose all [B13-4]', async () => {
    const { account } = serveAccount();
    account.languages = ['fr'];
    await sync();
    expect(readLanguages(ME)).toEqual(['fr']);
    account.languages = [];
    await sync();
    expect(readLanguages(ME)).toEqual([]);
  });

  it('stay while the account cannot be reached, and are sent later [B13-4]', async () => {
    const { account } = serveAccount();
    account.languages = ['fr'];
    account.status = 0;
    chooseLanguages(ME, ['de']);
    await sync().catch(() => undefined);
    expect(readLanguages(ME)).toEqual(['de']);
    account.status = 200;
    await sync();
    expect([readLanguages(ME), account.languages]).toEqual([['de'], ['de']]);
  });

  it('become those of a later change that the account has [B13-4]', async () => {
    const { account } = serveAccount();
    Object.assign(account, { languages: ['fr'], takesLanguages: false });
    chooseLanguages(ME, ['de']);
    await sync();
    expect(readLanguages(ME)).toEqual(['fr']);
  });

  it('are at most as many as the account takes, since it rejects more with all other changes [B13-4]', () => {
    const codes = languageChoices().map(({ tag }) => tag);
    chooseLanguages(ME, codes);
    expect(readLanguages(ME)).toEqual(codes.slice(0, LANGUAGES_MAX));
  });

  it('of visitors stay in the browser [B13-4]', async () => {
    const { batches } = serveAccount();
    chooseLanguages('', ['de']);
    expect([readLanguages(''), readLanguages(ME)]).toEqual([['de'], []]);
    await sync();
    expect(batches).toEqual([]);
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../features/content/composer/model/composer-rules';
import {
  answerPosts,
  discard,
  DRAFT,
  open,
  published,
  startComposer,
  submit,
  title,
} from '../../testing/composer';

/** Another tab saves a draft with this title under this tab's storage key, or removes it. */
const otherTabWrites = (text: string | null): void => {
  if (text === null) localStorage.removeItem(DRAFT);
  else localStorage.setItem(DRAFT, JSON.stringify({ ...EMPTY_DRAFT, title: text }));
  fireEvent(window, new StorageEvent('storage', { key: DRAFT }));
};
/** Opens the composer in a new tab after all others were closed. */
const openAfterwards = () => {
  sessionStorage.clear();
  return open();
};

beforeEach(startComposer);

describe('drafts in two tabs', () => {
  it('are stored separately and open one after the other', async () => {
    answerPosts(published);
    const here = open();
    await title();
    otherTabWrites('Theirs');
    fireEvent.change(await title(), { target: { value: 'Mine' } });
    expect(localStorage.getItem(DRAFT)).toContain('Theirs');
    here.unmount();

    const again = open();
    expect(await title()).toHaveValue('Mine');
    screen.getByText('2 drafts kept in this browser; the other opens after this one');
    await again.user.click(await submit());
    await waitFor(() => expect(again.address()).not.toBe('/createpost'));
    again.unmount();

    const last = open();
    expect(await title()).toHaveValue('Theirs');
    screen.getByText('Draft saved in this browser');
    await discard(last.user);
    await waitFor(() => expect(localStorage.getItem(DRAFT)).toBeNull());
  });

  it.each(['Theirs', null])('survive when the other tab leaves %s under the shared key', async (text) => {
    const here = open();
    fireEvent.change(await title(), { target: { value: 'Mine' } });
    otherTabWrites(text);
    here.unmount();
    if (text !== null) {
      const theirs = openAfterwards();
      expect(await title()).toHaveValue('Theirs');
      await discard(theirs.user);
      await waitFor(() => expect(localStorage.getItem(DRAFT)).toBeNull());
      theirs.unmount();
    }
    openAfterwards();
    expect(await title()).toHaveValue('Mine');
  });
});

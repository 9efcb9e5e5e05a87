import { act, renderHook, screen, render, fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keepMuted } from '../../../../cache/muted-store';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost } from '../../../../testing/make-post';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { useSessionStore } from '../../../identity/session/stores/session-store';
import { PostList } from '../list/post-list';
import { useCardViews } from './card-views';
import { setOpened, useWarning } from './warning';

const ada = testUser();
const bob = testUser({ _id: idOf(77) });
const post = makePost({ title: 'Football', contentWarning: 'Spoilers', user: { ...makePost().user } });

const signIn = (currentUser: typeof ada) =>
  act(() => useSessionStore.setState({ currentUser, isAuthenticated: true, lostInPlace: false }));

/** Returns whether the text is unfolded, the warning open, and the muted post shown. */
const opened = async () => {
  const { result } = renderHook(() => useWarning(post));
  const { unmount } = render(<PostList posts={[post]} complete />, {
    wrapper: withViewer(createQueryClient(), ada),
  });
  await screen.findByRole('article');
  const isHidden = screen.queryByRole('article', { name: '1 post with “football” hidden' }) !== null;
  unmount();
  const view = useCardViews.getState().views[post._id];
  return [view?.textOpen === true, !result.current.closed, !isHidden];
};

it('opened parts stay open when the user comes back, and are closed for the next user', async () => {
  keepMuted(ada._id, [{ word: 'football', until: null }]);
  signIn(ada);
  expect(await opened()).toEqual([false, false, false]);
  const { unmount } = render(<PostList posts={[post]} complete />, {
    wrapper: withViewer(createQueryClient(), ada),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show 1 post with “football” hidden' }));
  unmount();
  act(() => {
    useCardViews.getState().change(post._id, { textOpen: true });
    setOpened(post, 'words', true);
  });
  expect(await opened()).toEqual([true, true, true]);
  act(() => useSessionStore.getState().loseSession());
  signIn(ada);
  expect(await opened()).toEqual([true, true, true]);

  act(() => useSessionStore.getState().loseSession());
  signIn(bob);
  expect(await opened()).toEqual([false, false, false]);
  expect(sessionStorage.getItem('card-views')).toBeNull();
});

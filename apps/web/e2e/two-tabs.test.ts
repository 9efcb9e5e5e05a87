import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import {
  fake,
  fakePost,
  FEED,
  feedOf,
  feedPage,
  idOf,
  keepFollows,
  reactionState,
} from './support/fake-feed.js';
import { cardOf, openFeed, visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('two tabs of one user', () => {
  const visits = visiting();

  it('show the same likes, follows and theme', async () => {
    const first = await visits.memberPage();
    const second = await first.context().newPage();
    const liked = reactionState({ likes: 4 }, { liked: true });
    for (const page of [first, second]) {
      await fake(page, FEED, feedPage(1, 2));
      await fake(page, `/post-interactions/${idOf(1)}/like`, liked);
      await keepFollows(page);
      await openFeed(page);
    }
    const [here, there] = [first, second].map((page) => cardOf(page, 'Post 1'));

    await here!.getByRole('button', { name: 'Like, 3' }).click();
    const like = there!.getByRole('button', { name: 'Like, 4' });
    await like.waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('true');

    await here!.getByRole('button', { name: 'Follow Nilay Demir' }).click();
    // on every post of that author
    const followed = second.getByRole('feed').getByRole('button', { name: 'Following Nilay Demir' });
    await expect.poll(() => followed.count()).toBe(2);

    const background = () =>
      second.evaluate(() => getComputedStyle(document.body.parentElement!).colorScheme);
    await first.goto(`${inject('web')}/settings/appearance`);
    for (const theme of ['Dark', 'Light']) {
      await first.getByRole('button', { name: theme, exact: true }).click();
      await expect.poll(background).toBe(theme.toLowerCase());
    }
  });

  it('do not share failed actions', async () => {
    const first = await visits.memberPage();
    const second = await first.context().newPage();
    for (const page of [first, second]) {
      await fake(page, FEED, feedOf([fakePost(1)]));
      await fake(page, `/post-interactions/${idOf(1)}/like`, (route) =>
        route.fulfill({ status: 400, json: {} }),
      );
      await openFeed(page);
    }
    await cardOf(first, 'Post 1').getByRole('button', { name: 'Like, 3' }).click();
    await first.getByText('Failed to update like. Please try again.').waitFor();
    await cardOf(second, 'Post 1').getByRole('button', { name: 'Like, 3' }).waitFor();
  });
});

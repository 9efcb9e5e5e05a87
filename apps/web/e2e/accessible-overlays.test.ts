import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import {
  AUTHOR,
  commentPage,
  failing,
  fake,
  fakeComment,
  fakePost,
  FEED,
  feedOf,
  idOf,
} from './support/fake-feed.js';
import { fakeProfile, GRACE } from './support/profile.js';
import { cardOf, openFeed, visiting } from './support/visits.js';

/** Long enough to scroll on a low screen. */
const LONG = 'Boats come in one after the other, and gulls wait on the wall. '.repeat(30);

describe.skipIf(chromiumPath === undefined)('overlays and expandable parts are accessible', () => {
  const web = inject('web');
  const visits = visiting();

  const button = (where: Page | Locator, name: string | RegExp) =>
    where.getByRole('button', { name }).first();
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
  const posts = () =>
    feedOf([
      fakePost(1, {
        commentsCount: 2,
        media: [
          { url: `${web}/none.mp4`, kind: 'video', alt: LONG, width: 400, height: 300, placeholder: '' },
        ],
      }),
      fakePost(2, { user: { ...AUTHOR, _id: visits.member.id } }),
    ]);
  const openedFeed = async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    await fake(page, FEED, posts());
    await fake(
      page,
      `/comments/post/${idOf(1)}`,
      commentPage([fakeComment(1), fakeComment(2, { body: LONG })]),
    );
    await openFeed(page);
    return page;
  };
  /** Checks a dialog, closes it, and checks that the focus returned to `opener`. */
  const dialogOf = async (page: Page, what: string, opener?: Locator) => {
    await page.getByRole(/alert/.test(what) ? 'alertdialog' : 'dialog').waitFor();
    await expectAccessible(page, what);
    await page.keyboard.press('Escape');
    await page.getByRole(/alert/.test(what) ? 'alertdialog' : 'dialog').waitFor({ state: 'detached' });
    if (opener) {
      // reports the focused element on failure
      const focused = () =>
        opener.evaluate((element) =>
          document.activeElement === element ? 'opener' : document.activeElement?.outerHTML.slice(0, 300),
        );
      await expect.poll(focused, { message: what }).toBe('opener');
    }
  };

  it('post menus and their dialogs', async () => {
    const page = await openedFeed();
    for (const [title, question] of [
      ['Post 1', 'Report'],
      ['Post 1', 'Block'],
      ['Post 2', 'Delete'],
    ] as const) {
      const options = button(cardOf(page, title), 'Post options');
      await options.click();
      await item(page, question).waitFor();
      if (question !== 'Block') await expectAccessible(page, `menu of ${title}`, 'as it is');
      await item(page, question).click();
      await dialogOf(page, question === 'Report' ? 'reason' : `alert: ${question}`, options);
    }
  });

  it('comments, keyboard help, image descriptions and toasts', async () => {
    const page = await openedFeed();
    const card = cardOf(page, 'Post 1');
    await button(card, /^Comment, /).click();
    await page.getByText('Comment 1').waitFor();
    await expectAccessible(page, 'comments');
    await button(card, /^ALT/).click();
    await dialogOf(page, 'description', button(card, /^ALT/));
    await page.keyboard.press('?');
    await dialogOf(page, 'keys');
    await fake(page, `/post-interactions/${idOf(1)}/like`, failing.refused);
    await button(card, /^Like, /).click();
    await page.getByText('Failed to update like. Please try again.').waitFor();
    await expectAccessible(page, 'toast', 'as it is');
  });

  it('"Why this post?", links in texts, and autocomplete', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    const description = 'With @ada_b on #pier_4, see https://example.org/pier';
    await fake(page, FEED, {
      ...feedOf([fakePost(1, { description })]),
      ...{ generation: 0, population: 1, numbers: [0] },
    });
    await fake(page, /^\/search\/people/, {
      success: true,
      data: [{ ...AUTHOR, createdAt: '2026-01-02T03:04:05.000Z' }],
      pagination: { currentPage: 1, hasNext: false },
    });
    await openFeed(page);
    const card = cardOf(page, 'Post 1');
    await card.getByRole('link', { name: '#pier_4' }).waitFor();
    await expectAccessible(page, 'links in a text');
    const options = button(card, 'Post options');
    await options.click();
    await item(page, 'Why this post?').click();
    await page.getByRole('button', { name: 'Check the order' }).click();
    await page.getByText('Checked: 1 of 1 post stands where it should.').waitFor();
    await dialogOf(page, 'why this post', options);
    await page.goto(`${web}/createpost`);
    await page.getByLabel('What is on your mind?').fill(`By @${AUTHOR.userName.slice(0, 2)}`);
    await button(page, `Add person ${AUTHOR.fullName} @${AUTHOR.userName}`).waitFor();
    await expectAccessible(page, 'people suggested while writing');
    await button(page, `Add person ${AUTHOR.fullName} @${AUTHOR.userName}`).click();
    const written = () => page.getByLabel('What is on your mind?').inputValue();
    await expect.poll(written).toBe(`By @${AUTHOR.userName} `);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(written).toBe(`By @${AUTHOR.userName.slice(0, 2)}`);
  });

  it('sign-in prompts for visitors', async () => {
    const page = await visits.visitorPage({ colorScheme: 'light' });
    await fake(page, FEED, posts());
    await openFeed(page);
    const like = button(cardOf(page, 'Post 1'), /^Like, /);
    await like.click();
    await dialogOf(page, 'login', like);
  });

  it('the account menu, search suggestions, and the More menu on phones', async () => {
    const page = await openedFeed();
    await button(page, `Account of ${visits.member.fullName}`).click();
    await item(page, 'Logout').waitFor();
    await expectAccessible(page, 'account menu', 'as it is');
    await page.keyboard.press('Escape');
    await page.goto(`${web}/search`);
    const field = page.getByRole('main').getByRole('combobox');
    await field.fill('a');
    await page.getByRole('main').getByRole('option').first().waitFor();
    await expectAccessible(page, 'suggestions');
    await page.setViewportSize({ width: 320, height: 640 });
    await button(page, 'More').click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'more', 'as it is');
  });

  it('follow lists and the menu of a profile', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    await fakeProfile(page);
    await page.goto(`${web}/${GRACE.userName}`);
    const followers = button(page, /followers/i);
    await followers.click();
    await dialogOf(page, 'followers', followers);
    await button(page, 'Profile options').click();
    await item(page, 'Report User').waitFor();
    await expectAccessible(page, 'profile menu', 'as it is');
    await item(page, 'Report User').click();
    await dialogOf(page, 'reason', button(page, 'Profile options'));
  });

  it('a feature, and account deletion', async () => {
    const page = await visits.memberPage({ colorScheme: 'light' });
    await page.goto(`${web}/featurePanel`);
    await button(page.getByRole('main'), /Daily Quote/).click();
    await button(page.getByRole('main'), /another|again/i).waitFor();
    await expectAccessible(page, 'feature');
    await page.goto(`${web}/settings/data`);
    const remove = button(page, 'Delete account');
    await remove.click();
    await dialogOf(page, 'alert: delete account', remove);
  });
});

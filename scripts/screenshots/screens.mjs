const json = async (address) => (await fetch(address)).json();

/**
 * Every screen by name, with how it is opened. `signedOut` screens get a browser without a session.
 *
 * @param {string} web address of the running web app
 * @returns {Promise<{name: string, signedOut?: boolean,
 *   open: (page: import('playwright-core').Page, viewport: {width: number}) => Promise<unknown>}[]>}
 */
export async function screens(web) {
  const { data: popular } = await json(`${web}/api/posts?sortBy=likes&limit=40`);
  const post = popular.find(({ media }) => media.length > 2 && media.every(({ kind }) => kind === 'image'));
  const author = post.user.userName;

  const at = (path, shown) => async (page) => {
    await page.goto(`${web}${path}`);
    await page.locator(shown).first().waitFor();
  };
  const feed = at('/home', '[role=feed] article img');
  const options = (page) =>
    page.locator('[role=feed] article').first().getByRole('button', { name: 'Post options' });
  const withDialog = (button) => async (page) => {
    await page.addInitScript(() => sessionStorage.setItem('visitor-mode', 'on'));
    await feed(page);
    await page.locator('[role=feed] article').first().getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };

  return [
    { name: 'sign-in', signedOut: true, open: at('/i/account/login', 'form') },
    { name: 'sign-up', signedOut: true, open: at('/i/account/signup', 'form') },
    { name: 'reset', signedOut: true, open: at('/i/account/forgotpassword', 'form') },
    { name: 'login-required', signedOut: true, open: withDialog(/^Like/) },
    { name: 'feed', open: feed },
    {
      name: 'feed-scrolled',
      open: async (page) => {
        await feed(page);
        await page.mouse.move(300, 400);
        await page.mouse.wheel(0, 900);
        await page.waitForTimeout(600);
      },
    },
    {
      name: 'card-menu',
      open: async (page) => {
        await feed(page);
        await options(page).click();
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'comments',
      open: async (page) => {
        await feed(page);
        const card = page.locator('[role=feed] article').first();
        await card
          .getByRole('button', { name: /comment/i })
          .first()
          .click();
        const field = card.getByPlaceholder('Write a comment...');
        await field.waitFor();
        await field.scrollIntoViewIfNeeded();
        await page.waitForTimeout(600);
      },
    },
    { name: 'messages', open: at('/messages', 'text=Coming Soon') },
    { name: 'post', open: at(`/p/${post._id}`, 'article img') },
    { name: 'post-missing', open: at('/p/000000000000000000000000', 'text=Post not found') },
    { name: 'photo', open: at(`/${author}/status/${post._id}/photo/1`, '[role=dialog] img, main img') },
    { name: 'create-post', open: at('/createpost', 'form[aria-label="Create Post"]') },
    {
      name: 'create-post-filled',
      open: async (page) => {
        await at('/createpost', 'form[aria-label="Create Post"]')(page);
        await page.getByLabel('Title').fill('First frost on the allotments');
        await page
          .getByLabel('What is on your mind?')
          .fill('The last tomatoes came in yesterday, just in time.');
        await page.getByLabel('Tags').pressSequentially('garden, november, ');
        await page.waitForTimeout(500);
      },
    },
    { name: 'search', open: at('/search', 'h1') },
    {
      name: 'search-results',
      open: async (page) => {
        await at('/search?q=garden', 'text=Results for')(page);
        await page.waitForTimeout(800);
      },
    },
    { name: 'notifications', open: at('/notifications', 'text=Coming Soon') },
    { name: 'features', open: at('/featurePanel', 'text=Tell a Joke') },
    {
      name: 'feature-result',
      open: async (page) => {
        await at('/featurePanel', 'text=Tell a Joke')(page);
        await page
          .getByRole('main')
          .getByRole('button', { name: /Daily Quote/ })
          .click();
        await page.getByRole('button', { name: 'Get Another' }).first().waitFor();
      },
    },
    { name: 'about', open: at('/about', 'h1') },
    { name: 'contact', open: at('/contact', 'h1') },
    { name: 'chat-bot', open: at('/i/twitty', 'text=Coming Soon') },
    { name: 'direct-message', open: at(`/message/@${author}`, 'text=Coming Soon') },
    { name: 'profile', open: at(`/${author}`, 'main [role=feed] article') },
    { name: 'profile-about', open: at(`/${author}/about`, 'text=Engagement rate') },
    { name: 'profile-media', open: at(`/${author}/media`, 'main a[href^="/p/"] img') },
    {
      name: 'profile-own-bookmarks',
      open: at('/demo/bookmarks', 'main [role=feed] article, main :text("No bookmarks yet")'),
    },
    { name: 'profile-missing', open: at('/nobody_of_this_name', 'text=User not found') },
    { name: 'settings-profile', open: at('/settings/profile', 'main form') },
    { name: 'settings-appearance', open: at('/settings/appearance', 'main >> text=Blocked') },
    { name: 'settings-security', open: at('/settings/security', 'main form') },
    { name: 'settings-account', open: at('/settings/account', 'main h2') },
    { name: 'not-found', open: at('/i/nothing/here', 'main h1, h1') },
    {
      name: 'keys',
      open: async (page) => {
        await feed(page);
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
      },
    },
  ];
}

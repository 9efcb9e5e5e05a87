import { communityScreens } from './community-screens.mjs';

/** The unsubscribe link of digests. It is generated, since a digest is only sent after a day. */
async function wayOutOfDigests(user) {
  const { deriveSecrets, masterSecret } = await import('../../apps/api/dist/platform/config/secrets.js');
  const { unsubscribePath } = await import('../../apps/api/dist/reading/notifications/unsubscribing.js');
  const { email } = deriveSecrets(masterSecret(process.env.JWT_SECRET || undefined, false));
  return unsubscribePath(email, { user });
}

const json = async (address) => (await fetch(address)).json();

/** Replaces the response of a call in the page, or changes the real one; the server stores nothing. */
const answer = (page, path, of) =>
  page.route(
    ({ pathname }) => pathname === `/api${path}`,
    async (route) => {
      if (typeof of !== 'function') return route.fulfill({ json: of });
      const response = await route.fetch().catch(() => undefined);
      // the page has closed
      if (!response) return undefined;
      return route.fulfill({ response, json: of(await response.json()) });
    },
  );

/**
 * Every screen by name, with what it shows and a function that opens it. `signedOut` screens get a browser without a session.
 *
 * @param {string} web address of the running web app
 * @returns {Promise<{name: string, shows: string, signedOut?: boolean,
 *   open: (page: import('playwright-core').Page, viewport: {width: number}) => Promise<unknown>}[]>}
 */
export async function screens(web) {
  const { data: liked } = await json(`${web}/api/posts?sortBy=likes&limit=40`);
  // many machines lack fonts for other scripts
  const popular = liked.filter(({ user }) => /^[\p{Script=Latin}\s]+$/u.test(user.fullName));
  const post = popular.find(({ media }) => media.length > 2 && media.every(({ kind }) => kind === 'image'));
  const author = post.user.userName;
  const people = [...new Map(popular.map(({ user }) => [user._id, user])).values()];
  const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();

  const at = (path, shown) => async (page) => {
    await page.goto(`${web}${path}`);
    await page.locator(shown).first().waitFor();
  };
  const feed = at('/home', '[role=feed] article img');
  /** A post with little content, which would otherwise be most of the picture's bytes. */
  const bare = (shown) => ({
    ...shown,
    title: '',
    description: 'A quiet morning.',
    media: [],
    images: [],
    videos: [],
    tags: [],
  });
  const bareFeed = async (page) => {
    await answer(page, '/posts/infinite', ({ data, ...rest }) => ({ ...rest, data: data.map(bare) }));
    await feed(page);
  };
  const barePost = async (page, fields, query = '') => {
    await answer(page, `/posts/${post._id}`, ({ data, ...rest }) => ({
      ...rest,
      data: { ...bare(data), ...fields },
    }));
    await at(`/p/${post._id}${query}`, 'main article')(page);
  };
  /** Presses a tool of the composer. */
  const unfold = (page, name) => page.getByRole('button', { name, exact: true }).click();
  /** Presses an item of the menu behind More. */
  const fromMenu = async (page, name) => {
    await unfold(page, 'More for this post');
    await page.getByRole('menuitem', { name }).click();
  };
  const composer = at('/createpost', 'form[aria-label="Create Post"]');
  const titled = async (page, title) => {
    await composer(page);
    await unfold(page, 'Add a title');
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
  };
  const options = (page) =>
    page.locator('[role=feed] article').first().getByRole('button', { name: 'Post options' });
  const withDialog = (button) => async (page) => {
    await page.addInitScript(() => localStorage.setItem('visitor-mode', 'on'));
    await feed(page);
    await page.locator('[role=feed] article').first().getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };
  const linked = [
    { body: 'Which glaze is that on the inside?', user: people[1], repliesCount: 1 },
    { body: 'Shino, and then a lot of ash from the kiln.', user: people[2], parent: '0'.repeat(24) },
    { body: 'Mine came out green, too.', user: people[3] },
  ].map((fields, index) => ({
    _id: `${index}`.repeat(24),
    postId: post._id,
    createdAt: minutesAgo(60 - index),
    timestamp: minutesAgo(60 - index),
    reactions: { likes: index },
    userHasLiked: false,
    repliesCount: 0,
    editedAt: null,
    isRemoved: false,
    parent: null,
    ...fields,
  }));
  const former = [
    { title: '', text: 'A bottle vase came back to show how it aged.', writtenAt: minutesAgo(200) },
    { title: 'Vase', text: 'A bottle vase came back.', writtenAt: minutesAgo(260) },
  ];

  const told = { _id: post._id, title: 'First frost on the allotments' };
  const notifications = [
    { kind: 'like', post: told, people: people.slice(0, 3), count: 12, at: minutesAgo(4), isRead: false },
    { kind: 'reply', post: told, people: people.slice(3, 4), count: 1, at: minutesAgo(50), isRead: false },
    { kind: 'follow', post: null, people: people.slice(4, 6), count: 2, at: minutesAgo(300), isRead: true },
    { kind: 'mention', post: told, people: people.slice(6, 7), count: 1, at: minutesAgo(3000), isRead: true },
  ].map((fields, index) => ({ _id: String(index), comment: null, more: false, ...fields }));
  const reports = [
    { kind: 'post', reasons: ['spam', 'misleading'], post },
    { kind: 'comment', reasons: ['hate'], post: popular[1] },
    { kind: 'person', reasons: ['spam'], post: popular[2] },
  ].map(({ kind, reasons, post: { _id, title, description, media, createdAt, user } }, index) => ({
    _id: _id.slice(0, -1) + index,
    kind,
    target: _id,
    count: 2 * reasons.length,
    reasons: reasons.map((reason) => ({ reason, count: 2 })),
    firstAt: minutesAgo(90),
    lastAt: minutesAgo(5),
    rules: index === 0 ? ['No advertising without asking first'] : [],
    words: [],
    texts: index === 0 ? ['The same under every post'] : [],
    author: { ...user, suspendedAt: null, suspendedUntil: null },
    content: kind === 'person' ? null : { title, text: description, media, createdAt, postId: _id },
  }));
  const opened = {
    ...reports[0],
    reports: [{ reason: 'spam', text: 'The same under every post', createdAt: minutesAgo(5) }],
    notes: [{ at: minutesAgo(3), adminName: 'demo', text: 'Asked them' }],
    history: [{ at: minutesAgo(9000), adminName: 'demo', act: 'warn', note: 'First time' }],
    others: 2,
  };

  const collections = ['By the sea', 'Recipes to try', 'Workshop'].map((name, index) => ({
    _id: `${index}`.repeat(24),
    name,
    posts: [14, 6, 31][index],
    shareId: index === 1 ? 'x'.repeat(22) : null,
    createdAt: minutesAgo(5000),
  }));

  /** Shows the account as an admin. */
  const asAdmin = async (page) => {
    // without the stored user, the app fetches the session
    await page.addInitScript(() => localStorage.removeItem('auth-storage'));
    await answer(page, '/auth/me', ({ user, ...rest }) => ({ ...rest, user: { ...user, isAdmin: true } }));
  };

  const { createPermutation } = await import('../../packages/feed-order/dist/feed-order.js');
  const population = 2000;
  const chance = {
    number: 1200,
    day: {
      ...{ date: new Date().toISOString().slice(0, 10), seed: 4711, population, number: 1200 },
      place: createPermutation(4711, population).positionOf(1200) + 1,
    },
    shuffles: Array.from({ length: 140 }, (_unused, seed) => ({ seed, population })),
    among: 2,
    expected: 1.4,
  };

  return [
    {
      name: 'sign-in',
      shows: 'signs in with a password, Google, Facebook or LinkedIn',
      signedOut: true,
      open: at('/i/account/login', 'form'),
    },
    { name: 'sign-up', shows: 'creates an account', signedOut: true, open: at('/i/account/signup', 'form') },
    {
      name: 'sign-in-shared',
      shows: 'a shared post above the sign-in form',
      signedOut: true,
      open: async (page) => {
        await page.goto(`${web}/p/${post._id}`);
        await page.getByText(post.user.fullName).first().waitFor();
      },
    },
    {
      name: 'reset',
      shows: 'asks for the code that resets a password',
      signedOut: true,
      open: at('/i/account/forgotpassword', 'form'),
    },
    {
      name: 'undo-email',
      shows: 'takes back a change of e-mail address',
      signedOut: true,
      open: at('/i/account/undo-email#x', 'text=Take it back'),
    },
    {
      name: 'not-me',
      shows: 'ends a session that the owner does not know',
      signedOut: true,
      open: at('/i/account/not-me#x', 'text=Sign it out'),
    },
    {
      name: 'unsubscribe',
      shows: 'stops the mail digests',
      signedOut: true,
      open: at(await wayOutOfDigests(people[0]._id), 'text=Stop these mails?'),
    },
    {
      name: 'login-required',
      shows: 'opens when a visitor presses Like',
      signedOut: true,
      open: withDialog(/^Like/),
    },
    { name: 'feed', shows: 'home, in random order', open: feed },
    {
      name: 'feed-scrolled',
      shows: 'the header gets smaller while scrolling',
      open: async (page) => {
        await feed(page);
        await page.mouse.move(300, 400);
        await page.mouse.wheel(0, 900);
        await page.waitForTimeout(600);
      },
    },
    {
      name: 'card-menu',
      shows: 'options of a post',
      open: async (page) => {
        await feed(page);
        await options(page).click();
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'comments',
      shows: 'comments below a card',
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
    {
      name: 'report',
      shows: 'thanks for a report',
      open: async (page) => {
        await answer(page, '/reports', { success: true, message: 'Thank you.' });
        await feed(page);
        await options(page).click();
        await page.getByRole('menuitem', { name: 'Report', exact: true }).click();
        await page.getByLabel('What is wrong with it?').fill('The same under every post');
        await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
        await page.getByRole('dialog', { name: 'Tell the moderators?' }).waitFor();
      },
    },
    {
      name: 'feed-ways',
      shows: 'chooses the way to read, and draws again',
      open: async (page) => {
        await bareFeed(page);
        await page.getByRole('button', { name: 'Ways to read' }).click();
        await page.getByRole('menuitemradio').first().waitFor();
      },
    },
    {
      name: 'feed-all-seen',
      shows: 'the mode Not seen yet has no posts left',
      open: async (page) => {
        await answer(page, '/posts/infinite-cursor', (given) => ({ ...given, data: [], nextCursor: null }));
        await at('/home?way=unseen', 'text=You have seen everything')(page);
      },
    },
    {
      name: 'feed-rest',
      shows: 'suggests a rest after 20 posts',
      open: async (page) => {
        await page.addInitScript(() => localStorage.setItem('rest', '20'));
        await bareFeed(page);
        await page.evaluate(() => localStorage.removeItem('rest'));
        const rest = page.getByText('Time for a break?');
        // cards above it get their measured heights while scrolling
        for (let turns = 0; turns < 3; turns += 1) {
          await rest.scrollIntoViewIfNeeded();
          await page.waitForTimeout(300);
        }
      },
    },
    {
      name: 'feed-hidden-post',
      shows: 'a post with a muted word is hidden',
      open: async (page) => {
        await answer(page, '/people/own', ({ data, ...rest }) => ({
          ...rest,
          data: { ...data, muted: [{ word: 'spoilers', until: null }] },
        }));
        await answer(page, '/posts/infinite', ({ data: [first, ...others], ...rest }) => ({
          ...rest,
          data: [{ ...first, title: 'Spoilers' }, ...others.slice(0, 2).map(bare)],
          hasNextPage: false,
        }));
        await at('/home', 'text=1 post with')(page);
      },
    },
    {
      name: 'feed-languages',
      shows: 'posts in languages that are not read',
      open: async (page) => {
        await answer(page, '/people/own', ({ data, ...rest }) => ({
          ...rest,
          data: { ...data, languages: ['en'] },
        }));
        await answer(page, '/posts/infinite', ({ data: [first, second, ...others], ...rest }) => ({
          ...rest,
          data: [
            { ...first, language: 'ar' },
            { ...second, language: 'ja' },
            ...others.slice(0, 2).map((shown) => ({ ...bare(shown), language: 'en' })),
          ],
          hasNextPage: false,
        }));
        await at('/home', 'text=2 posts in')(page);
      },
    },
    {
      name: 'mute-words',
      shows: 'mutes words of a post',
      open: async (page) => {
        await at(`/p/${post._id}`, 'main article')(page);
        await page.locator('main article').first().getByRole('button', { name: 'Post options' }).click();
        await page.getByRole('menuitem', { name: 'Mute words…' }).click();
        await page.getByRole('dialog', { name: 'Mute words' }).waitFor();
      },
    },
    {
      name: 'why-this-post',
      shows: 'proves the position of a post',
      open: async (page) => {
        await bareFeed(page);
        await options(page).click();
        await page.getByRole('menuitem', { name: 'Why this post?' }).click();
        await page.getByRole('button', { name: 'Check the order' }).click();
        await page.getByText(/^Checked/).waitFor();
      },
    },
    {
      name: 'fair-chance',
      shows: 'an own post in the orders of the day and of recent shuffles',
      open: async (page) => {
        const { data: user } = await json(`${web}/api/users/username/demo`);
        await answer(page, '/posts/infinite', ({ data: [first], ...rest }) => ({
          ...rest,
          data: [{ ...bare(first), user }],
          hasNextPage: false,
        }));
        await page.route('**/api/posts/*/chance', (route) =>
          route.fulfill({ json: { success: true, data: chance } }),
        );
        await at('/home', '[role=feed] article')(page);
        await options(page).click();
        await page.getByRole('menuitem', { name: 'Why this post?' }).click();
        await page
          .getByRole('dialog')
          .getByText(/^By chance/)
          .waitFor();
      },
    },
    {
      name: 'welcome',
      shows: 'greets a newcomer above the first feed',
      open: async (page) => {
        const { data: user } = await json(`${web}/api/users/username/demo`);
        await page.addInitScript((name) => localStorage.setItem(name, 'on'), `welcome:${user._id}`);
        await answer(page, '/people/suggested', { success: true, data: people.slice(0, 6) });
        await bareFeed(page);
        await page.getByRole('button', { name: /^People here ./ }).waitFor();
        await page.evaluate((name) => localStorage.removeItem(name), `welcome:${user._id}`);
      },
    },
    {
      name: 'today',
      shows: "today's hand: 24 posts, the same for everybody",
      open: at('/today', 'article[data-post-id] a'),
    },
    {
      name: 'today-end',
      shows: 'the end of the hand',
      open: async (page) => {
        await answer(page, '/posts/today', ({ data, date, ...rest }) => ({
          ...rest,
          date,
          data: data.map(bare),
          dayBefore: new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10),
        }));
        await at('/today', 'article[data-post-id]')(page);
        await page.keyboard.press('End');
        await page.getByRole('heading', { name: 'That was today' }).waitFor();
      },
    },
    { name: 'messages', shows: 'not built yet', open: at('/messages', 'text=Coming Soon') },
    { name: 'post', shows: 'a post with its comments', open: at(`/p/${post._id}`, 'article img') },
    {
      name: 'post-warning',
      shows: 'a post behind its content warning',
      open: async (page) => {
        const warned = { contentWarning: 'Spoilers of a film', sensitive: true };
        await answer(page, `/posts/${post._id}`, ({ data, ...rest }) => ({
          ...rest,
          data: { ...data, ...warned },
        }));
        await at(`/p/${post._id}`, 'article >> text=Spoilers of a film')(page);
      },
    },
    {
      name: 'post-likers',
      shows: 'the users who liked a post',
      open: async (page) => {
        const few = { success: true, data: people.slice(0, 6), nextCursor: null };
        await answer(page, `/posts/${post._id}/likes`, few);
        await barePost(page);
        await page.getByRole('button', { name: 'Who liked this' }).click();
        await page.getByRole('dialog').getByRole('link').first().waitFor();
      },
    },
    {
      name: 'post-former-texts',
      shows: 'earlier versions of an edited post',
      open: async (page) => {
        await answer(page, `/posts/${post._id}/history`, { success: true, data: former });
        await barePost(page, { editedAt: minutesAgo(30) });
        await page.getByRole('button', { name: 'edited' }).click();
        await page.getByRole('dialog').getByText('Vase', { exact: true }).waitFor();
      },
    },
    {
      name: 'post-linked-comment',
      shows: 'the address names a comment',
      open: async (page) => {
        const [root, data, other] = linked;
        await answer(page, `/comments/${data._id}`, { success: true, data, root });
        await answer(page, `/comments/${root._id}/replies`, {
          success: true,
          data: [data],
          nextCursor: null,
        });
        await answer(page, `/comments/post/${post._id}`, ({ pagination, ...rest }) => ({
          ...rest,
          data: [other],
          pagination: { ...pagination, totalComments: linked.length },
        }));
        await barePost(page, { commentsCount: linked.length }, `?comment=${data._id}`);
        await page.getByText(other.body).waitFor();
      },
    },
    {
      name: 'post-without-account',
      shows: 'a post as a visitor reads it',
      signedOut: true,
      open: async (page) => {
        await page.goto(`${web}/p/${post._id}`);
        await page.getByRole('button', { name: 'Read without an account' }).click();
        await page.locator('article img').first().waitFor();
      },
    },
    {
      name: 'post-missing',
      shows: 'a deleted or unknown post',
      open: at('/p/000000000000000000000000', 'text=Post not found'),
    },
    {
      name: 'photo',
      shows: 'a picture in the viewer',
      open: at(`/${author}/status/${post._id}/photo/1`, '[role=dialog] img, main img'),
    },
    { name: 'create-post', shows: 'an empty post', open: composer },
    {
      name: 'create-post-filled',
      shows: 'title, text and tags',
      open: async (page) => {
        await titled(page, 'First frost on the allotments');
        await page
          .getByLabel('What is on your mind?')
          .fill('The last tomatoes came in yesterday, just in time.');
        await fromMenu(page, 'Add tags');
        await page.getByRole('textbox', { name: 'Tags' }).pressSequentially('garden, november, ');
        await page.waitForTimeout(500);
      },
    },
    {
      name: 'create-post-warning',
      shows: 'a content warning and sensitive pictures',
      open: async (page) => {
        await titled(page, 'The end of the film');
        await fromMenu(page, 'Add a warning');
        await page.getByLabel('Content warning').fill('Spoilers of a film');
        await page.getByLabel('Sensitive pictures').check();
      },
    },
    {
      name: 'create-post-names',
      shows: 'suggests users for a mention',
      open: async (page) => {
        await composer(page);
        await page.getByLabel('What is on your mind?').fill('At the kiln with @ro');
        await page
          .getByRole('button', { name: /^Add person/ })
          .first()
          .waitFor();
      },
    },
    {
      name: 'create-post-tags',
      shows: 'suggests tags',
      open: async (page) => {
        await composer(page);
        await page.getByLabel('What is on your mind?').fill('Opened the kiln at six. #po');
        await page
          .getByRole('button', { name: /^Add tag/ })
          .first()
          .waitFor();
      },
    },
    {
      name: 'create-post-crop',
      shows: 'crops a picture',
      open: async (page) => {
        await composer(page);
        // the upload stays on its way
        await page.route('**/api/media', () => undefined);
        const picture = await fetch(post.media[0].url);
        const buffer = Buffer.from(await picture.arrayBuffer());
        await page
          .getByLabel('Add pictures or videos')
          .setInputFiles({
            ...{ name: 'picture.webp', mimeType: picture.headers.get('content-type'), buffer },
          });
        await page.getByRole('button', { name: 'Crop picture 1' }).click();
        await page.getByRole('button', { name: '4:5' }).click();
        await page.locator('button:enabled', { hasText: 'Save picture' }).waitFor();
      },
    },
    { name: 'search', shows: 'the search page', open: at('/search', 'h1') },
    {
      name: 'search-results',
      shows: 'results of all kinds',
      open: async (page) => {
        await at('/search?q=garden', 'text=Results for')(page);
        await page.waitForTimeout(800);
      },
    },
    {
      name: 'search-shuffled',
      shows: 'posts of a tag in random order',
      open: at('/search?q=%23garden&in=posts&seed=4711', 'main [role=feed] article'),
    },
    { name: 'search-people', shows: 'users', open: at('/search?q=ro&in=people', '[aria-label=People] a') },
    { name: 'search-tags', shows: 'tags', open: at('/search?q=ga&in=tags', '[aria-label=Tags] a') },
    {
      name: 'notifications',
      shows: 'likes, replies, follows and mentions',
      open: async (page) => {
        const data = { success: true, data: notifications, nextCursor: null, unread: 2 };
        await answer(page, '/notifications', data);
        await page.route('**/api/notifications/events', (route) => route.abort());
        await at('/notifications', 'main li >> text=followed you')(page);
      },
    },
    { name: 'features', shows: 'the feature panel', open: at('/featurePanel', 'text=Tell a Joke') },
    {
      name: 'feature-result',
      shows: 'a quote of the day',
      open: async (page) => {
        await at('/featurePanel', 'text=Tell a Joke')(page);
        await page
          .getByRole('main')
          .getByRole('button', { name: /Daily Quote/ })
          .click();
        await page.getByRole('button', { name: 'Get Another' }).first().waitFor();
      },
    },
    { name: 'about', shows: 'about the product', open: at('/about', 'h1') },
    { name: 'contact', shows: 'contact', open: at('/contact', 'h1') },
    { name: 'chat-bot', shows: 'not built yet', open: at('/i/twitty', 'text=Coming Soon') },
    { name: 'direct-message', shows: 'not built yet', open: at(`/message/@${author}`, 'text=Coming Soon') },
    { name: 'profile', shows: 'the posts of a user', open: at(`/${author}`, 'main [role=feed] article') },
    {
      name: 'profile-shuffled',
      shows: 'the same in random order',
      open: at(`/${author}?seed=4711`, 'main [role=feed] article'),
    },
    {
      name: 'profile-about',
      shows: 'biography and figures',
      open: at(`/${author}/about`, 'text=Engagement rate'),
    },
    {
      name: 'profile-media',
      shows: 'pictures and clips',
      open: at(`/${author}/media`, 'main a[href^="/p/"] img'),
    },
    {
      name: 'profile-own-bookmarks',
      shows: 'saved posts',
      open: at('/demo/bookmarks', 'main [role=feed] article, main :text("No bookmarks yet")'),
    },
    {
      name: 'saved-search',
      shows: 'searches the saved posts',
      open: async (page) => {
        await answer(page, '/posts/bookmarks', ({ pagination, ...rest }) => ({
          ...rest,
          data: [{ ...post, isBookmarked: true }],
          pagination: { ...pagination, hasNext: false, totalPosts: 1 },
        }));
        await at('/demo/bookmarks', 'main [role=feed] article')(page);
        const found = page.waitForResponse(/bookmarks\?.*loom/);
        await page.getByLabel('Search your saved posts').fill('loom');
        await found;
        await page.locator('main [role=feed] article').first().waitFor();
      },
    },
    {
      name: 'collections',
      shows: 'the collections of saved posts',
      open: async (page) => {
        await answer(page, '/collections', (rest) => ({ ...rest, data: collections }));
        await at('/collections', 'text=By the sea')(page);
      },
    },
    {
      name: 'profile-missing',
      shows: 'an unknown user',
      open: at('/nobody_of_this_name', 'text=User not found'),
    },
    {
      name: 'settings',
      shows: 'the list of settings with what is set now',
      open: at('/settings', 'main >> text=Your data'),
    },
    {
      name: 'settings-profile',
      shows: 'name, user name, picture, cover and biography',
      open: at('/settings/profile', 'main form >> text=Bio'),
    },
    {
      name: 'settings-reading',
      shows: 'languages, sensitive pictures, videos, data saver',
      open: at('/settings/reading', 'main >> text=Data saver'),
    },
    {
      name: 'settings-appearance',
      shows: 'theme, motion, counts, keys',
      open: at('/settings/appearance', 'main >> text=Single letters'),
    },
    {
      name: 'settings-care',
      shows: 'blocked people and muted words',
      open: at('/settings/care', 'main >> text=Blocked people'),
    },
    {
      name: 'settings-posts',
      shows: 'comments, old posts, the reminder of alt text',
      open: at('/settings/posts', 'main >> text=Old posts'),
    },
    {
      name: 'settings-notifications',
      shows: 'what the user is notified about, and mail digests',
      open: at('/settings/notifications', 'main >> text=By e-mail'),
    },
    {
      name: 'settings-security',
      shows: 'e-mail, second step, and the ways to what is rarer',
      open: at('/settings/security', 'main >> text=Two-step sign-in'),
    },
    {
      name: 'settings-data',
      shows: 'data export, deletion',
      open: at('/settings/data', 'main >> text=Download my data'),
    },
    {
      name: 'admin',
      shows: 'the report queue',
      open: async (page) => {
        await asAdmin(page);
        await answer(page, '/admin/reports', { success: true, data: reports, nextCursor: null });
        await answer(page, `/admin/reports/${opened._id}`, { success: true, data: opened });
        await at('/admin', 'main article')(page);
        await page.keyboard.press('j');
        await page.getByText('First time').waitFor();
      },
    },
    ...communityScreens({ ...{ web, at, answer, asAdmin, composer, barePost, people, post, minutesAgo } }),
    { name: 'not-found', shows: 'an unknown address', open: at('/i/nothing/here', 'main h1, h1') },
    {
      name: 'keys',
      shows: 'lists the keyboard shortcuts',
      open: async (page) => {
        await feed(page);
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
      },
    },
  ];
}

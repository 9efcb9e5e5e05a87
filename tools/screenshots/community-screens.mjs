import { settingDefaults } from '@social-feed/contracts';

/**
 * The screens of moderators and admins, and those of the second step, drafts and who may comment.
 *
 * @param {object} kit what all screens use: `answer` replaces the response of a call, `at` opens a path
 */
export function communityScreens({ web, at, answer, asAdmin, composer, barePost, people, post, minutesAgo }) {
  const list = (data) => ({ success: true, data, nextCursor: null });
  const [tired, ...calm] = people;
  const members = [
    { ...tired, role: 'member', silencedAt: minutesAgo(90) },
    { ...calm[0], role: 'moderator', silencedAt: null },
    ...calm.slice(1, 5).map((person) => ({ ...person, role: 'member', silencedAt: null })),
  ].map((person) => ({
    ...person,
    suspendedAt: null,
    suspendedUntil: null,
    invitedBy: null,
    createdAt: minutesAgo(90_000),
    email: `${person.userName}@example.org`,
  }));
  const detail = {
    ...members[0],
    lastLogin: minutesAgo(300),
    reports: { open: 1, all: 4 },
    history: [
      { at: minutesAgo(90), adminName: 'demo', act: 'silence', note: 'The same offer under twelve posts' },
      { at: minutesAgo(9000), adminName: 'demo', act: 'warn', note: 'First time' },
    ],
    storage: { files: 12, bytes: 38_000_000 },
    sessions: [
      {
        device: 'Firefox on Android',
        ip: '203.0.113.7',
        createdAt: minutesAgo(9000),
        lastUsedAt: minutesAgo(300),
      },
    ],
  };
  const applications = [
    ['Peter Park', 'peter_park', 'I live in the red house by the harbour and bake bread.'],
    ['Nora Hassan', 'nora_h', 'My neighbour Ada told me about the garden swap.'],
  ].map(([fullName, userName, sentence], index) => ({
    ...{ _id: `${index}`.repeat(24), fullName, userName, sentence, provider: null },
    email: `${userName}@example.org`,
    createdAt: minutesAgo(200 - index),
  }));
  const invitation = {
    ...{ _id: '0'.repeat(24), uses: 5, usesLeft: 3, createdAt: minutesAgo(3000) },
    expiresAt: minutesAgo(-6000),
    came: calm.slice(0, 2).map(({ userName }) => userName),
    by: { _id: tired._id, userName: tired.userName },
  };
  const refusals = ['mail.example', 'trash.example'].map((value, index) => ({
    ...{ _id: `${index}`.repeat(24), kind: 'mail-domain', value, reason: 'Throwaway addresses' },
    ...{ until: null, adminName: 'demo', createdAt: minutesAgo(4000) },
  }));
  const appeals = [
    [tired, 'I did not know that offers are not welcome. I have deleted them.', false],
    [calm[2], 'That was my brother. He has his own account now.', true],
  ].map(([user, text, byViewer], index) => ({
    ...{ _id: `${index}`.repeat(24), user, text, createdAt: minutesAgo(200 - index) },
    suspension: {
      ...{ at: minutesAgo(2000), until: minutesAgo(-8000), reason: 'The same offer under twelve posts' },
      ...{ by: 'demo', byViewer },
    },
  }));
  const days = Array.from({ length: 30 }, (_unused, index) => ({
    ...{ date: new Date(Date.now() - (29 - index) * 86_400_000).toISOString().slice(0, 10) },
    ...{ isOver: index < 29, people: 180 + 3 * index, signUps: 1 + ((index * 7) % 5) },
    ...{ activePeople: 60 + ((index * 11) % 23), posts: 20 + ((index * 13) % 17), reports: index % 4 },
    ...{ openReports: (index * 3) % 5, storageBytes: 4e8 + index * 9e6, mailsSent: 40 + ((index * 5) % 19) },
    ...{ mailsFailed: index === 12 ? 3 : 0, jobsGivenUp: 0 },
  }));
  const rules = ['Be kind', 'No advertising without asking first'];
  const instance = async (page, fields) =>
    answer(page, '/instance', ({ data, ...rest }) => ({ ...rest, data: { ...data, ...fields } }));
  const harbour = {
    ...{ name: 'Harbour Square Neighbours', description: 'By the sea, for everybody who lives here' },
    ...{ accent: '#0f9d58', contact: 'office@harbour.example', language: 'en', rules },
  };
  const draftOf = ([description, publishing, problem = null], index) => ({
    ...{ _id: `${index}`.repeat(24), version: 1, publishing, problem, updatedAt: minutesAgo(60) },
    post: { title: '', description, media: [], tags: [] },
  });
  const drafts = [
    ['Bread for the market', { from: minutesAgo(-3000), until: minutesAgo(-3000) }],
    ['The first frost', { from: minutesAgo(-4000), until: minutesAgo(-5000) }],
    ['A walk in the fog', null],
    ['What the geese said', null],
  ].map(draftOf);
  const events = [
    ['sign-in', 'Password', 'Firefox on Linux'],
    ['factor-added', 'Laptop', 'Firefox on Linux'],
    ['sign-in-failed', 'Password', 'Chrome on Windows'],
    ['password-changed', '', 'Firefox on Android'],
  ].map(([event, about, device], index) => ({
    ...{ _id: `${index}`.repeat(24), event, detail: about, device, at: minutesAgo(4 + 2000 * index) },
    ...{ network: '203.0.113.0/24', count: event === 'sign-in-failed' ? 3 : 1 },
  }));
  const written = async (page) => {
    await composer(page);
    await page.getByLabel('What is on your mind?').fill('Bread for the market, three loaves of rye.');
  };
  const menu = async (page) => {
    await written(page);
    await page.getByRole('button', { name: 'More for this post' }).click();
    await page.getByRole('menu').waitFor();
  };

  const openMember = async (page) => {
    await asAdmin(page);
    await answer(page, '/admin/people', list(members));
    await answer(page, `/admin/people/${members[0]._id}`, { success: true, data: detail });
    await at('/admin/people', 'main article')(page);
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
  };

  return [
    {
      name: 'sign-up-approval',
      shows: 'registration by approval: a sentence and the rules',
      signedOut: true,
      open: async (page) => {
        await instance(page, { registration: 'approval', rules });
        await at('/i/account/signup', 'text=A sentence about yourself')(page);
        await page.getByRole('region', { name: 'Rules' }).waitFor();
      },
    },
    {
      name: 'admin-people',
      shows: 'members, with what moderators can do',
      open: async (page) => {
        await openMember(page);
        await page.getByText('Firefox on Android').waitFor();
      },
    },
    {
      name: 'admin-people-warn',
      shows: 'the words of a warning',
      open: async (page) => {
        await openMember(page);
        await page.getByRole('button', { name: 'Warn', exact: true }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'admin-appeals',
      shows: 'answers of suspended users',
      open: async (page) => {
        await asAdmin(page);
        await answer(page, '/admin/appeals', { ...list(appeals), waiting: appeals.length });
        await at('/admin/appeals', 'text=That was my brother')(page);
      },
    },
    {
      name: 'admin-figures',
      shows: 'figures over time',
      open: async (page) => {
        await asAdmin(page);
        await answer(page, '/admin/figures', { success: true, data: days });
        await at('/admin/figures', 'main table')(page);
      },
    },
    {
      name: 'admin-registration',
      shows: 'applications, invitations and what is refused at sign-up',
      open: async (page) => {
        await asAdmin(page);
        await instance(page, { registration: 'approval' });
        await answer(page, '/admin/applications', list(applications));
        await answer(page, '/admin/invitations', list([invitation]));
        await answer(page, '/admin/refusals', list(refusals));
        await at('/admin/registration', 'text=Throwaway addresses')(page);
        await page.getByText('Peter Park').waitFor();
      },
    },
    {
      name: 'admin-instance',
      shows: 'name, look and texts of the instance',
      open: async (page) => {
        await asAdmin(page);
        const { data: known } = await (await page.request.get(`${web}/api/instance`)).json();
        const defaults = { ...settingDefaults(), ...known };
        await answer(page, '/admin/instance', { success: true, data: { ...defaults, ...harbour }, defaults });
        await at('/admin/instance', 'form[aria-label="Instance"]')(page);
      },
    },
    {
      name: 'settings-second-step',
      shows: 'sets up an authenticator app',
      open: async (page) => {
        const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
        const uri = `otpauth://totp/Social%20Feed:demo?secret=${secret}&issuer=Social%20Feed`;
        await answer(page, '/auth/factors/totp/options', {
          success: true,
          data: { secret, uri, ticket: 'x' },
        });
        await at('/settings/security', 'text=Two-step sign-in')(page);
        await page.getByRole('button', { name: 'Add an authenticator app' }).click();
        const code = page.getByLabel('Code that the app shows');
        await code.waitFor();
        await page
          .getByRole('heading', { name: 'Two-step sign-in' })
          .evaluate((title) => title.scrollIntoView());
      },
    },
    {
      name: 'settings-activity',
      shows: 'recent sign-ins and changes of the account',
      open: async (page) => {
        await answer(page, '/auth/security-log', list(events));
        await at('/settings/activity', 'text=Recent activity')(page);
        const last = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').last();
        await last.waitFor();
        await last.scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'drafts',
      shows: 'drafts in the account, and posts that are published later',
      open: async (page) => {
        await answer(page, '/drafts', { success: true, data: drafts });
        await at('/createpost/drafts', '[aria-label=Drafts] li')(page);
      },
    },
    { name: 'create-post-menu', shows: 'the menu next to Post', open: menu },
    {
      name: 'create-post-later',
      shows: 'publishes on a day, at a time or a random minute',
      open: async (page) => {
        await menu(page);
        await page.getByRole('menuitem', { name: 'Publish later…' }).click();
        await page.getByRole('dialog', { name: 'Publish later' }).waitFor();
      },
    },
    {
      name: 'create-post-comments',
      shows: 'who can comment, and until when',
      open: async (page) => {
        await menu(page);
        await page.getByRole('menuitem', { name: 'Who can comment' }).click();
        await page.getByLabel('Who can comment').selectOption('followed');
      },
    },
    {
      name: 'post-comments-closed',
      shows: 'nobody can comment',
      open: async (page) => {
        await barePost(page, { commenting: 'nobody', mayComment: false });
        await page
          .getByText(/comment/i)
          .first()
          .waitFor();
      },
    },
    {
      name: 'post-link-card',
      shows: 'the card of the page that a post links to',
      open: async (page) => {
        const card = {
          url: 'https://harbour.example/market',
          site: 'harbour.example',
          title: 'The market opens again in March',
          description: 'Forty stalls, a bakery on wheels, and music on Saturdays.',
          image: post.media[0].url,
        };
        await barePost(page, { description: 'See you there: https://harbour.example/market', card });
        await page.getByText(card.title).waitFor();
      },
    },
  ];
}

import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { feedSeed } from '../../features/content/post/model/feed-seed';
import {
  answerPosts,
  discard,
  DRAFT,
  notToday,
  open,
  photo,
  picker,
  post,
  published,
  sentPosts,
  serveTags,
  startComposer,
  submit,
  tile,
  title,
  uploadUrl,
  fromMenu,
  tags,
} from '../../testing/composer';
import { FakeUpload, uploadedMedia } from '../../testing/fake-uploads';
import { setWindowWidth } from '../../testing/media';
import { renderApp } from '../../testing/render-app';
import { servePostsOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

beforeEach(startComposer);

describe('the composer', () => {
  it('publishes the draft, forgets the feed’s seed and opens the post', async () => {
    answerPosts(published);
    feedSeed.replace(7);
    const { address, user } = open();
    await user.type(await title(), ' Bread ');
    await user.click(await tags(user));
    await user.paste('#rye, Oven rye');
    await fromMenu(user, 'Add from a link');
    await user.type(screen.getByLabelText('Link to the picture'), 'https://pictures.example/a.jpg{Enter}');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    const media = { kind: 'image', alt: '', width: 4, height: 3, placeholder: '' };
    expect(sentPosts).toEqual([
      {
        body: {
          title: 'Bread',
          description: '',
          tags: ['rye', 'Oven'],
          location: '',
          images: ['https://pictures.example/a.jpg'],
          videos: [],
          media: [{ ...media, url: 'https://pictures.example/a.jpg' }],
          contentWarning: '',
        },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect(sessionStorage.getItem('feed-seed')).toBeNull();
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  it('requires content, and rejects addresses that are not web pictures', async () => {
    const { user } = open();
    await user.click(await submit());
    expect(screen.getByText('Write a title or a text, or add a picture.')).toBeVisible();
    await fromMenu(user, 'Add from a link');
    await user.type(screen.getByLabelText('Link to the picture'), 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add picture' }));
    expect(screen.getByText('Image address must be an http or https address')).toBeVisible();
    await user.click(await title());
    await user.paste('x'.repeat(151));
    expect(screen.getByText('1 character too many')).toBeVisible();
    await user.click(await submit());
    expect(screen.getByText('Title must be at most 150 characters')).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });

  it('keeps the draft after a failed call and after a reload', async () => {
    answerPosts(notToday);
    const { unmount, user } = open();
    await user.type(await screen.findByLabelText('What is on your mind?'), 'A long thought');
    await user.upload(await picker(), photo('a.jpg'));
    await FakeUpload.sent[0]!.accept({ url: uploadUrl('a') });
    await user.click(await submit());
    expect(await screen.findByText(/Not today/)).toBeVisible();
    await user.click(await submit());
    await waitFor(() => expect(sentPosts).toHaveLength(2));
    // the retry must not create a second post
    expect(sentPosts[1]!.key).toBe(sentPosts[0]!.key);
    unmount();
    open();
    expect(await screen.findByLabelText('What is on your mind?')).toHaveValue('A long thought');
    expect(tile(/^picture 1 of 1/)).toBeVisible();
    expect(FakeUpload.sent).toHaveLength(1);
  });

  it('suggests tags in use, shows the remaining space and previews the card', async () => {
    serveTags('gardens');
    const { user } = open();
    await user.type(await tags(user), 'rye,gard');
    await user.click(await screen.findByRole('button', { name: 'Add tag gardens' }));
    await user.type(screen.getByLabelText('Tags'), '{Backspace}#Beans ');
    expect(screen.getByRole('button', { name: 'Remove tag rye' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove tag Beans' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove tag gardens' })).toBeNull();
    await user.click(await title());
    await user.paste('Rows of beans '.repeat(10));
    expect(screen.getByText('11 characters left')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Preview' })).toBeVisible();
    expect(screen.getByText('#Beans')).toBeInTheDocument();
  });

  it('suggests tags even if the call for them fails', async () => {
    server.use(http.get('/api/search/tags', () => HttpResponse.error()));
    const { user } = open();
    await user.type(await tags(user), 'gard');
    expect(await screen.findByRole('button', { name: 'Add tag garden' })).toBeVisible();
  });

  it('keeps more than ten pasted tags, and does not post them', async () => {
    const { user } = open();
    await user.click(await tags(user));
    await user.paste('a b c d e f g h i j k l');
    expect(screen.getAllByRole('button', { name: /^Remove tag/ })).toHaveLength(12);
    expect(screen.getByRole('textbox', { name: 'Tags' })).toHaveAttribute('readonly');
    expect(screen.getByText('At most 10 tags')).toBeVisible();
    await user.type(await title(), 'Twelve tags');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    expect(screen.getByRole('textbox', { name: 'Tags' })).toHaveAttribute('aria-invalid', 'true');
  });

  it('keeps the draft when the user leaves by a link and returns', async () => {
    server.use(servePostsOf([]));
    // on phones the form fills the screen
    setWindowWidth(820);
    const { address, user } = open();
    await user.type(await title(), 'Half');
    await user.click((await screen.findAllByRole('link', { name: 'Search' }))[0]!);
    await waitFor(() => expect(address()).toBe('/search'));
    await user.click(screen.getAllByRole('link', { name: 'Create Post' })[0]!);
    expect(await title()).toHaveValue('Half');
  });

  it('asks for confirmation before it discards the draft', async () => {
    const { user } = open();
    await user.type(await title(), 'Half');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const asked = within(await screen.findByRole('alertdialog'));
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Title')).toHaveValue('Half');
    await discard(user);
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  it('edits the user’s own posts and rejects those of others [F6-9]', async () => {
    const sent: unknown[] = [];
    const media = [uploadedMedia({ url: uploadUrl('c'), alt: 'A loaf' })];
    const old = { ...post, images: [uploadUrl('c')], media };
    server.use(
      http.get(`/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: old })),
      http.put(`/api/posts/${post._id}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ success: true, data: { ...old, title: 'Bread and salt' } });
      }),
      http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
    );
    const own = renderApp({ user: testUser(), url: `/createpost?edit=${post._id}` });
    await own.user.type(await title(), ' and salt');
    await own.user.click(await submit('Save'));
    await waitFor(() => expect(own.address()).toBe(`/p/${post._id}`));
    expect(sent).toEqual([expect.objectContaining({ title: 'Bread and salt', tags: [], media })]);
    own.unmount();
    renderApp({ user: testUser({ _id: '65f0000000000000000000a2' }), url: `/createpost?edit=${post._id}` });
    expect(await screen.findByText('This is not your post')).toBeVisible();
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { feedSeed } from '../../cache/feed-seed';
import { fakeFile, FakeUpload, installFakeUploads, uploadedMedia } from '../../testing/fake-uploads';
import { makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const id = '65f0000000000000000000b1';
const author = { _id: testUser()._id, userName: 'ada', fullName: 'Ada Byron', profilepic: '' };
const post = makeServerPost({
  _id: id,
  title: 'Bread',
  description: '',
  user: { ...author, isFollowing: false },
});
const submit = (name = 'Post') => screen.findByRole('button', { name });
const picker = () => screen.findByLabelText('Add pictures or videos');
const tile = (name: RegExp) => screen.getByRole('listitem', { name });
const photo = (name: string, bytes?: number) => fakeFile(name, 'image/jpeg', bytes);
const url = (id: string) => `https://api.example/media/${id.repeat(32)}/1280.webp`;
const names = () =>
  within(screen.getByRole('list', { name: 'Pictures and videos of this post' }))
    .getAllByRole('listitem')
    .flatMap((item) => item.getAttribute('aria-label')?.split(': ')[1] ?? []);
const open = () => renderApp({ user: testUser(), url: '/createpost' });

const bodies: { body: unknown; key: string | null }[] = [];
const publish = () =>
  server.use(
    http.post('/api/posts', async ({ request }) => {
      bodies.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      return HttpResponse.json({ success: true, data: post }, { status: 201 });
    }),
    http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
  );
const tagsOf = (...tags: string[]) =>
  http.get('/api/search/tags', () =>
    HttpResponse.json({ success: true, data: tags.map((tag) => ({ tag, posts: 3 })) }),
  );

beforeEach(() => {
  bodies.length = 0;
  installFakeUploads();
  return () => vi.unstubAllGlobals();
});

describe('the composer', () => {
  it('publishes what was written, forgets the seed and opens the post', async () => {
    publish();
    feedSeed.replace(7);
    const { address, user } = open();
    await user.type(await screen.findByLabelText('Title'), ' Bread ');
    await user.click(screen.getByLabelText('Tags'));
    await user.paste('#rye, Oven rye');
    await user.click(screen.getByRole('button', { name: 'Add by address' }));
    await user.type(screen.getByLabelText('Picture address'), 'https://pictures.example/a.jpg{Enter}');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${id}`));
    const media = { kind: 'image', alt: '', width: 4, height: 3, placeholder: '' };
    expect(bodies).toEqual([
      {
        body: {
          title: 'Bread',
          description: '',
          tags: ['rye', 'Oven'],
          location: '',
          images: ['https://pictures.example/a.jpg'],
          videos: [],
          media: [{ ...media, url: 'https://pictures.example/a.jpg' }],
        },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect(sessionStorage.getItem('feed-seed')).toBeNull();
    expect(localStorage.getItem(`post-draft:${testUser()._id}`)).toBeNull();
  });

  it('asks for something to publish, and refuses addresses that are no web pictures', async () => {
    const { user } = open();
    await user.click(await submit());
    expect(screen.getByText('Write a title or a text, or add a picture.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add by address' }));
    await user.type(screen.getByLabelText('Picture address'), 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add picture' }));
    expect(screen.getByText('Image address must be an http or https address')).toBeVisible();
    await user.click(screen.getByLabelText('Title'));
    await user.paste('x'.repeat(151));
    expect(screen.getByText('1 characters too many')).toBeVisible();
    await user.click(await submit());
    expect(screen.getByText('Title must be at most 150 characters')).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });

  it('keeps everything when the call fails, and after a reload', async () => {
    server.use(
      http.post('/api/posts', ({ request }) => {
        bodies.push({ body: null, key: request.headers.get('idempotency-key') });
        return HttpResponse.json({ success: false, message: 'Not today' }, { status: 400 });
      }),
    );
    const { unmount, user } = open();
    await user.type(await screen.findByLabelText('What is on your mind?'), 'A long thought');
    await user.upload(await picker(), photo('a.jpg'));
    await FakeUpload.sent[0]!.accept({ url: url('a') });
    await user.click(await submit());
    expect(await screen.findByText(/Not today/)).toBeVisible();
    await user.click(await submit());
    await waitFor(() => expect(bodies).toHaveLength(2));
    // the same post tried again must not become a second one
    expect(bodies[1]!.key).toBe(bodies[0]!.key);
    unmount();
    open();
    expect(await screen.findByLabelText('What is on your mind?')).toHaveValue('A long thought');
    expect(tile(/^picture 1 of 1/)).toBeVisible();
    expect(FakeUpload.sent).toHaveLength(1);
  });

  it('suggests tags that are used, shows what is left and previews the card', async () => {
    server.use(tagsOf('gardens'));
    const { user } = open();
    await user.type(await screen.findByLabelText('Tags'), 'rye,gard');
    await user.click(await screen.findByRole('button', { name: 'Add tag gardens' }));
    await user.type(screen.getByLabelText('Tags'), '{Backspace}#Beans ');
    expect(screen.getByRole('button', { name: 'Remove tag rye' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove tag Beans' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove tag gardens' })).toBeNull();
    await user.click(screen.getByLabelText('Title'));
    await user.paste('Rows of beans '.repeat(10));
    expect(screen.getByText('11 characters left')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Preview' })).toBeVisible();
    expect(screen.getByText('#Beans')).toBeInTheDocument();
  });

  it('suggests tags although they cannot be asked for', async () => {
    server.use(http.get('/api/search/tags', () => HttpResponse.error()));
    const { user } = open();
    await user.type(await screen.findByLabelText('Tags'), 'gard');
    expect(await screen.findByRole('button', { name: 'Add tag garden' })).toBeVisible();
  });

  it('takes no more than ten tags', async () => {
    const { user } = open();
    await user.click(await screen.findByLabelText('Tags'));
    await user.paste('a b c d e f g h i j k l');
    expect(screen.getAllByRole('button', { name: /^Remove tag/ })).toHaveLength(10);
    expect(screen.getByLabelText('Tags')).toHaveAttribute('readonly');
  });

  it('asks before a link or a menu leaves unsent work', async () => {
    const { address, user } = open();
    await user.type(await screen.findByLabelText('Title'), 'Half');
    const link = screen.getAllByRole('link', { name: 'Search' })[0]!;
    await user.click(link);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(address()).toBe('/createpost');
    await user.click(link);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/search'));
  });

  it('asks before it discards the draft', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('Title'), 'Half');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Title')).toHaveValue('Half');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
    expect(localStorage.getItem(`post-draft:${testUser()._id}`)).toBeNull();
  });

  it('changes an own post, and refuses those of others', async () => {
    const sent: unknown[] = [];
    const media = [uploadedMedia({ url: url('c'), alt: 'A loaf' })];
    const old = { ...post, images: [url('c')], media };
    server.use(
      http.get(`/api/posts/${id}`, () => HttpResponse.json({ success: true, data: old })),
      http.put(`/api/posts/${id}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ success: true, data: { ...old, title: 'Bread and salt' } });
      }),
      http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
    );
    const own = renderApp({ user: testUser(), url: `/createpost?edit=${id}` });
    await own.user.type(await screen.findByLabelText('Title'), ' and salt');
    await own.user.click(await submit('Save'));
    await waitFor(() => expect(own.address()).toBe(`/p/${id}`));
    expect(sent).toEqual([expect.objectContaining({ title: 'Bread and salt', tags: [], media })]);
    own.unmount();
    renderApp({ user: testUser({ _id: '65f0000000000000000000a2' }), url: `/createpost?edit=${id}` });
    expect(await screen.findByText('This is not your post')).toBeVisible();
  });
});

describe('pictures and videos of the composer', () => {
  it('are uploaded three at a time, with progress, and hold the post back until they are through', async () => {
    publish();
    const { address, user } = open();
    await user.upload(
      await picker(),
      ['a', 'b', 'c', 'd'].map((name) => photo(`${name}.jpg`)),
    );
    expect(FakeUpload.sent.map(({ files }) => files['files'])).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(await submit()).toBeDisabled();
    expect(await submit()).toHaveAccessibleDescription('4 uploads are still running');
    FakeUpload.sent[1]!.progress(0.4);
    expect(screen.getByRole('progressbar', { name: 'Uploading b.jpg' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    await FakeUpload.sent[0]!.accept({ url: url('a') });
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(4));
    await FakeUpload.sent[1]!.accept({ url: url('b') });
    await user.click(screen.getByRole('button', { name: 'Cancel upload of picture 3' }));
    expect(FakeUpload.sent[2]!.aborted).toBe(true);
    expect(await submit()).toHaveAccessibleDescription('1 upload is still running');
    await FakeUpload.sent[3]!.accept({ url: url('d') });
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${id}`));
    expect(bodies[0]!.body).toMatchObject({ images: [url('a'), url('b'), url('d')], videos: [] });
  });

  it('say in place what is wrong with a file, and send nothing of it', async () => {
    const { user } = open();
    const files = [photo('huge.jpg', 12 * 1024 * 1024), fakeFile('evil.svg', 'image/svg+xml')];
    fireEvent.change(await picker(), { target: { files } });
    expect(await screen.findByText('A picture may have at most 10 MB; this one has 12 MB.')).toBeVisible();
    expect(screen.getByText(/^Only pictures \(JPEG, PNG, WebP, GIF or AVIF\) and videos/)).toBeVisible();
    expect(FakeUpload.sent).toEqual([]);
    expect(await submit()).toHaveAccessibleDescription(/^2 files could not be uploaded/);
    await user.click(screen.getByRole('button', { name: 'Remove picture 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove picture 1' }));
    expect(await submit()).toBeEnabled();
  });

  it('show what the server refused, without another try', async () => {
    const { user } = open();
    await user.upload(await picker(), photo('broken.jpg'));
    await FakeUpload.sent[0]!.answer(400, { success: false, message: 'This picture is broken or too large' });
    expect(await screen.findByText('This picture is broken or too large')).toBeVisible();
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  });

  it('are sent again on demand, and by themselves when the connection is back', async () => {
    const { user } = open();
    await user.upload(await picker(), [photo('a.jpg'), photo('b.jpg')]);
    await FakeUpload.sent[0]!.answer(503, { success: false, message: 'Uploads are busy' });
    await user.click(await screen.findByRole('button', { name: 'Try a.jpg again' }));
    expect(FakeUpload.sent).toHaveLength(3);
    await FakeUpload.sent[2]!.accept({ url: url('a') });
    await FakeUpload.sent[1]!.loseConnection();
    expect(await screen.findByText(/^The connection was lost/)).toBeVisible();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(4));
    await FakeUpload.sent[3]!.accept({ url: url('b') });
    expect(await submit()).toBeEnabled();
    expect(names()).toEqual(['a.jpg', 'b.jpg']);
  });

  it('are put in order by keys and by menu, told to who listens, and stay with their kind', async () => {
    const { user } = open();
    await user.upload(await picker(), [
      photo('a.jpg'),
      fakeFile('clip.mp4', 'video/mp4'),
      photo('b.jpg'),
      photo('c.jpg'),
    ]);
    expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'clip.mp4']);
    screen.getByRole('button', { name: 'Move picture 3' }).focus();
    await user.keyboard('{ArrowLeft}');
    expect(names()).toEqual(['a.jpg', 'c.jpg', 'b.jpg', 'clip.mp4']);
    expect(screen.getByText('c.jpg is now picture 2 of 3')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Move picture 2' })).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg', 'clip.mp4']);
    await user.click(screen.getByRole('button', { name: 'Move picture 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to the end' }));
    expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'clip.mp4']);
    expect(screen.queryByRole('button', { name: 'Move video 1' })).toBeNull();
  });

  it('are no more than a post takes', async () => {
    const { user } = open();
    await user.upload(
      await picker(),
      Array.from({ length: 12 }, (_unused, at) => photo(`${at}.jpg`)),
    );
    expect(names()).toHaveLength(10);
    expect(screen.getByText('A post takes 10 pictures: 2 left out.')).toBeVisible();
    await user.upload(
      await picker(),
      ['a', 'b', 'c'].map((name) => fakeFile(`${name}.mp4`, 'video/mp4')),
    );
    expect(names()).toHaveLength(12);
    expect(screen.getByText('A post takes 2 videos: 1 left out.')).toBeVisible();
    expect(screen.queryByLabelText('Add pictures or videos')).toBeNull();
  });

  it('are pasted', async () => {
    open();
    await picker();
    const paste = (text: string, files: File[]) =>
      fireEvent(
        document.body,
        Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
          clipboardData: { files, getData: () => text },
        }),
      );
    paste('from a document, plain and formatted', [photo('document.jpg')]);
    paste('', [photo('shot.jpg')]);
    expect(names()).toEqual(['shot.jpg']);
  });

  it('are described, and the reminder asks about those that are not', async () => {
    publish();
    const { address, user } = open();
    await user.upload(await picker(), [photo('a.jpg'), photo('b.jpg')]);
    await user.click(screen.getByRole('button', { name: 'Add alt text of picture 1' }));
    const box = await screen.findByRole('dialog');
    // the page below takes no presses a moment before the dialog takes its own
    await waitFor(() => expect(box).toHaveStyle({ pointerEvents: 'auto' }));
    const dialog = within(box);
    await user.type(dialog.getByLabelText('Description'), 'A loaf on a board');
    expect(dialog.getByText('17 of 1000')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await FakeUpload.sent[0]!.accept({ url: url('a') });
    await FakeUpload.sent[1]!.accept({ url: url('b') });
    expect(screen.getByText('1 of 2 described')).toBeVisible();
    await user.click(screen.getByLabelText('Remind me to add alt text'));
    await user.click(await submit());
    const asked = within(await screen.findByRole('alertdialog', { name: 'Post without descriptions?' }));
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(bodies).toEqual([]);
    await user.click(await submit());
    await user.click(await screen.findByRole('button', { name: 'Post anyway' }));
    await waitFor(() => expect(address()).toBe(`/p/${id}`));
    expect(bodies[0]!.body).toMatchObject({
      media: [
        { url: url('a'), alt: 'A loaf on a board', width: 1200, height: 800 },
        { url: url('b'), alt: '' },
      ],
    });
    expect(localStorage.getItem('alt-reminder')).toBe('true');
  });
});

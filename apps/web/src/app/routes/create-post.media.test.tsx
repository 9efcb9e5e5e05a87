import { POST_LIMITS } from '@social-feed/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerPosts,
  DRAFT,
  mediaList,
  open,
  paste,
  photo,
  picker,
  post,
  published,
  sentPosts,
  startComposer,
  submit,
  uploadUrl,
  fromMenu,
} from '../../testing/composer';
import { fakeFile, FakeUpload } from '../../testing/fake-uploads';
import { setPreference } from '../../lib/preferences';
import { openDialog } from '../../testing/open-dialog';

const names = () =>
  within(mediaList())
    .getAllByRole('listitem')
    .flatMap((item) => item.getAttribute('aria-label')?.split(': ')[1] ?? []);

beforeEach(startComposer);

describe('media in the composer', () => {
  it('upload three at a time, with progress, and block the post until all are done', async () => {
    answerPosts(published);
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
    await FakeUpload.sent[0]!.accept({ url: uploadUrl('a') });
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(4));
    await FakeUpload.sent[1]!.accept({ url: uploadUrl('b') });
    await user.click(screen.getByRole('button', { name: 'Cancel upload of picture 3' }));
    expect(FakeUpload.sent[2]!.aborted).toBe(true);
    expect(await submit()).toHaveAccessibleDescription('1 upload is still running');
    await FakeUpload.sent[3]!.accept({ url: uploadUrl('d') });
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({
      images: [uploadUrl('a'), uploadUrl('b'), uploadUrl('d')],
      videos: [],
    });
  });

  it('show an error next to an invalid file without uploading it', async () => {
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

  it('show the server’s refusal without a retry', async () => {
    const { user } = open();
    await user.upload(await picker(), photo('broken.jpg'));
    await FakeUpload.sent[0]!.answer(400, { success: false, message: 'This picture is broken or too large' });
    expect(await screen.findByText('This picture is broken or too large')).toBeVisible();
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  });

  it('are uploaded again on request, and when the connection is back', async () => {
    const { user } = open();
    await user.upload(await picker(), [photo('a.jpg'), photo('b.jpg')]);
    await FakeUpload.sent[0]!.answer(503, { success: false, message: 'Uploads are busy' });
    await user.click(await screen.findByRole('button', { name: 'Try a.jpg again' }));
    expect(FakeUpload.sent).toHaveLength(3);
    await FakeUpload.sent[2]!.accept({ url: uploadUrl('a') });
    await FakeUpload.sent[1]!.loseConnection();
    expect(await screen.findByText(/^The connection was lost/)).toBeVisible();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(4));
    await FakeUpload.sent[3]!.accept({ url: uploadUrl('b') });
    expect(await submit()).toBeEnabled();
    expect(names()).toEqual(['a.jpg', 'b.jpg']);
  });

  it('can be reordered by keys and menu within their kind, with an announcement', async () => {
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

  it('are limited to what a post can hold', async () => {
    const { user } = open();
    await user.upload(
      await picker(),
      Array.from({ length: 12 }, (_unused, at) => photo(`${at}.jpg`)),
    );
    expect(names()).toHaveLength(10);
    expect(screen.getByText('A post takes 10 pictures: 2 left out.')).toBeVisible();
    await fromMenu(user, 'Add from a link');
    await user.type(screen.getByLabelText('Link to the picture'), 'https://pictures.example/a.jpg{Enter}');
    expect(screen.getByText('At most 10 pictures')).toBeVisible();
    await user.upload(
      await picker(),
      ['a', 'b', 'c'].map((name) => fakeFile(`${name}.mp4`, 'video/mp4')),
    );
    expect(names()).toHaveLength(12);
    expect(screen.getByText('A post takes 2 videos: 1 left out.')).toBeVisible();
    expect(screen.queryByLabelText('Add pictures or videos')).toBeNull();
  });

  it('can be pasted', async () => {
    open();
    await picker();
    const text = 'from a document';
    paste([photo('document.jpg')], { 'text/plain': text, 'text/html': `<p>${text}</p>` });
    paste([photo('shot.jpg')]);
    expect(names()).toEqual(['shot.jpg']);
  });

  it('can be described, and a reminder lists those without a description', async () => {
    answerPosts(published);
    const { address, user } = open();
    await user.upload(await picker(), [photo('a.jpg'), photo('b.jpg')]);
    await user.click(screen.getByRole('button', { name: 'Add alt text of picture 1' }));
    const dialog = await openDialog();
    await user.type(dialog.getByLabelText('Description'), 'A loaf on a board');
    expect(dialog.getByText('17 of 1000')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await FakeUpload.sent[0]!.accept({ url: uploadUrl('a') });
    await FakeUpload.sent[1]!.accept({ url: uploadUrl('b') });
    expect(screen.getByText('1 of 2 described')).toBeVisible();
    act(() => setPreference('alt-reminder', 'true'));
    await user.click(await submit());
    const asked = within(await screen.findByRole('alertdialog', { name: 'Post without descriptions?' }));
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(sentPosts).toEqual([]);
    await user.click(await submit());
    await user.click(await screen.findByRole('button', { name: 'Post anyway' }));
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({
      media: [
        { url: uploadUrl('a'), alt: 'A loaf on a board', width: 1200, height: 800 },
        { url: uploadUrl('b'), alt: '' },
      ],
    });
  });
});

describe('an unfinished description', () => {
  /** Opens the description dialog of the first picture; returns its field. */
  const describeFirst = async (user: UserEvent): Promise<HTMLElement> => {
    await user.click(screen.getByRole('button', { name: /alt text of picture 1$/ }));
    return (await openDialog()).getByLabelText('Description');
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  it('is saved by Esc too, and dropped by Cancel alone', async () => {
    const { user } = open();
    await user.upload(await picker(), photo('a.jpg'));
    await FakeUpload.sent[0]!.accept({ url: uploadUrl('a') });
    await user.type(await describeFirst(user), 'A loaf');
    await user.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('A loaf'));
    const field = await describeFirst(user);
    expect(field).toHaveValue('A loaf');
    await user.type(field, ' on a board');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await closed();
    expect(localStorage.getItem(DRAFT)).toContain('A loaf on a board');

    await user.type(await describeFirst(user), ', half');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(await describeFirst(user)).toHaveValue('A loaf on a board');
  });

  it('that is too long keeps its dialog open, with the reason, until it is shortened or dropped', async () => {
    const { user } = open();
    await user.upload(await picker(), photo('a.jpg'));
    await FakeUpload.sent[0]!.accept({ url: uploadUrl('a') });
    const tooLong = 'ž'.repeat(POST_LIMITS.altMax + 1);
    const field = await describeFirst(user);
    fireEvent.change(field, { target: { value: tooLong } });
    await user.keyboard('{Escape}');
    expect(screen.getByText('1 character too many')).toBeVisible();
    expect(field).toHaveValue(tooLong);
    expect(localStorage.getItem(DRAFT)).not.toContain('ž');
    await user.type(field, '{Backspace}');
    await user.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('ž'));
  });

  it('stays open when the upload fails, and survives a retry', async () => {
    const { user } = open();
    await user.upload(await picker(), photo('a.jpg'));
    await user.type(await describeFirst(user), 'A loaf');
    await FakeUpload.sent[0]!.answer(503, { success: false, message: 'Uploads are busy' });
    await user.type(screen.getByLabelText('Description'), ' on a board');
    await user.keyboard('{Escape}');
    await closed();
    await user.click(screen.getByRole('button', { name: 'Try a.jpg again' }));
    await FakeUpload.sent[1]!.accept({ url: uploadUrl('a') });
    expect(await describeFirst(user)).toHaveValue('A loaf on a board');
  });
});

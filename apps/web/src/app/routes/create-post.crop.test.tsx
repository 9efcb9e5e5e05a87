import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerPosts,
  open,
  photo,
  picker,
  post,
  published,
  sentPosts,
  startComposer,
  submit,
  title,
  uploadUrl,
  fromMenu,
} from '../../testing/composer';
import { FakeUpload } from '../../testing/fake-uploads';
import { openDialog } from '../../testing/open-dialog';

vi.setConfig({ testTimeout: 40_000 });

interface FakeCropperProps {
  aspect: number;
  mediaProps: { onError: () => void };
  onMediaLoaded: (size: { naturalWidth: number; naturalHeight: number }) => void;
  onCropComplete: (shown: object, pixels: object) => void;
}

// the test page neither decodes pictures nor has a layout to crop by: the picture has 400 × 300 px
vi.mock('react-easy-crop', () => ({
  default: ({ aspect, mediaProps, onMediaLoaded, onCropComplete }: FakeCropperProps) => (
    <>
      <button
        type="button"
        onClick={() => {
          onMediaLoaded({ naturalWidth: 400, naturalHeight: 300 });
          onCropComplete({}, { x: 0, y: 0, width: 400, height: 300 });
        }}
      >
        Loaded
      </button>
      <button type="button" onClick={() => onCropComplete({}, { x: 10, y: 0, width: 200, height: 200 })}>
        Move
      </button>
      <button type="button" onClick={() => mediaProps.onError()}>
        Broken
      </button>
      <output>{`aspect ${aspect.toFixed(2)}`}</output>
    </>
  ),
}));

const drawn: unknown[] = [];
const draw = vi.hoisted(() => vi.fn<(...given: unknown[]) => Promise<Blob>>());
vi.mock('../../lib/upload/draw-picture', () => ({ drawPicture: draw }));

beforeEach(() => {
  drawn.length = 0;
  draw.mockImplementation((...given) => {
    drawn.push(given);
    return Promise.resolve(new Blob(['part'], { type: 'image/webp' }));
  });
  return startComposer();
});

/** Opens the composer with this file, and the dialog to crop it. */
const openCrop = async (name = 'a.jpg') => {
  const { user, address } = open();
  await user.upload(await picker(), photo(name));
  const press = async () => {
    await user.click(await screen.findByRole('button', { name: 'Crop picture 1' }));
    const dialog = await openDialog();
    await user.click(await dialog.findByRole('button', { name: 'Loaded' }));
    return dialog;
  };
  return { user, address, press, dialog: await press() };
};
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('cropping a picture of a post', () => {
  it('cancels the running upload, sends the part, and keeps the description [B16-4]', async () => {
    answerPosts(published);
    const { user, address, dialog } = await openCrop();
    expect(dialog.getByText('aspect 1.33')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '4:5' }));
    expect(dialog.getByText('aspect 0.80')).toBeVisible();
    expect(dialog.getByRole('button', { name: '4:5' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    expect(FakeUpload.sent[0]!.aborted).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Save picture' }));
    await isClosed();
    expect(FakeUpload.sent[0]!.aborted).toBe(true);
    expect(drawn).toEqual([[expect.stringMatching(/^blob:/), 1920, expect.objectContaining({ width: 200 })]]);
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Add alt text of picture 1' }));
    const alt = await openDialog();
    await user.type(alt.getByLabelText('Description'), 'A loaf');
    await user.click(alt.getByRole('button', { name: 'Save' }));
    await FakeUpload.sent[1]!.accept({ url: uploadUrl('b'), width: 200, height: 200 });
    await user.type(await title(), 'Bread');
    await user.click(await submit());
    await waitFor(() => expect(address()).toBe(`/p/${post._id}`));
    expect(sentPosts[0]!.body).toMatchObject({
      media: [{ url: uploadUrl('b'), alt: 'A loaf', width: 200, height: 200 }],
    });
  });

  it('gives the original back, and crops from it a second time [B16-4]', async () => {
    const { user, press, dialog } = await openCrop();
    expect(dialog.queryByRole('button', { name: 'Use the original' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await user.click(dialog.getByRole('button', { name: 'Save picture' }));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    await FakeUpload.sent[1]!.accept({ url: uploadUrl('b') });
    const again = await press();
    await user.click(again.getByRole('button', { name: 'Use the original' }));
    await isClosed();
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(3));
    await FakeUpload.sent[2]!.accept({ url: uploadUrl('c') });
    expect(await submit()).toBeEnabled();
    const third = await press();
    expect(third.queryByRole('button', { name: 'Use the original' })).toBeNull();
    // nothing was cut off
    await user.click(third.getByRole('button', { name: 'Save picture' }));
    await isClosed();
    expect(FakeUpload.sent).toHaveLength(3);
  });

  it('says that a picture cannot be read, and leaves it as it was [B16-5]', async () => {
    const { user, dialog } = await openCrop();
    await user.click(dialog.getByRole('button', { name: 'Broken' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('This picture cannot be read. Choose another one.');
    draw.mockRejectedValueOnce(new Error());
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await user.click(dialog.getByRole('button', { name: 'Save picture' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await FakeUpload.sent[0]!.accept({ url: uploadUrl('a') });
    expect(await submit()).toBeEnabled();
    expect(FakeUpload.sent).toHaveLength(1);
  });

  it('sends the part once the network is back [B16-5]', async () => {
    const { user, dialog } = await openCrop();
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await user.click(dialog.getByRole('button', { name: 'Save picture' }));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    await FakeUpload.sent[1]!.loseConnection();
    expect(await screen.findByText(/The connection was lost/)).toBeVisible();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(3));
    await FakeUpload.sent[2]!.accept({ url: uploadUrl('b') });
    expect(await submit()).toBeEnabled();
    expect(within(screen.getByRole('listitem', { name: /a\.jpg/ })).queryByRole('alert')).toBeNull();
  });

  it('is not offered for animations, nor for clips and pictures of the web [B16-5]', async () => {
    const { user } = open();
    const gif = new File(['GIF89a'], 'b.gif', { type: 'image/gif' });
    const clip = new File(['x'], 'c.mp4', { type: 'video/mp4' });
    await user.upload(await picker(), [photo('a.jpg'), gif, clip]);
    await fromMenu(user, 'Add from a link');
    await user.type(screen.getByLabelText('Link to the picture'), 'https://pictures.example/d.jpg{Enter}');
    expect(await screen.findByRole('button', { name: 'Crop picture 1' })).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Crop/ })).toHaveLength(1);
  });
});

import { EMPTY_PROFILE, type Board } from '@social-feed/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { refusal } from '../../testing/failing-answers';
import { fakeFile, FakeUpload, installFakeUploads } from '../../testing/fake-uploads';
import { idOf } from '../../testing/make-post';
import { setWindowWidth } from '../../testing/media';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

interface FakeCropperProps {
  image: string;
  onCropComplete: (shown: object, pixels: object) => void;
}
// the test page has no layout to crop by: use the whole picture
vi.mock('react-easy-crop', () => ({
  default: ({ image, onCropComplete }: FakeCropperProps) => (
    <button type="button" onClick={() => onCropComplete({}, { x: 0, y: 0, width: 10, height: 10 })}>
      Cut {image}
    </button>
  ),
}));
vi.mock('../../lib/upload/draw-picture', () => ({
  drawPicture: () => Promise.resolve(new File(['x'], 'picture', { type: 'image/webp' })),
}));

const user = testUser();
let board: Board;
let sent: { path: string; body: unknown }[] = [];
const open = async () => {
  const view = renderApp({ user, url: '/settings/profile' });
  await screen.findByRole('form', { name: 'Profile' });
  return view;
};
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(() => {
  sent = [];
  board = {
    _id: idOf(7),
    user: user._id,
    ...EMPTY_PROFILE,
    bio: 'Engines',
    location: 'London',
    interests: ['looms'],
    bookmarks: [],
    socialStats: { followers: 0, following: 0, posts: 0, likes: 0 },
  };
  const keep =
    (path: string, record: object) =>
    async ({ request }: { request: Request }) => {
      const body = (await request.json()) as object;
      sent.push({ path, body });
      return HttpResponse.json({ success: true, data: { ...record, ...body } });
    };
  server.use(
    http.get(`/api/boards/user/${user._id}`, () => HttpResponse.json({ success: true, data: board })),
    http.patch(`/api/users/${user._id}`, keep('names', user)),
    http.patch(`/api/users/${user._id}/profilepic`, keep('profilepic', user)),
    http.put(`/api/boards/${board._id}`, keep('board', board)),
  );
  installFakeUploads();
  return () => vi.unstubAllGlobals();
});

describe('the profile in the settings', () => {
  it('keeps what is typed at plain /settings when the window becomes narrower', async () => {
    setWindowWidth(1440);
    const { address } = renderApp({ user, url: '/settings' });
    await screen.findByRole('form', { name: 'Profile' });
    expect(address()).toBe('/settings');
    fireEvent.input(screen.getByLabelText('Bio'), { target: { value: 'Engines, and' } });
    await waitFor(() => expect(address()).toBe('/settings/profile'));
    act(() => setWindowWidth(700));
    expect(screen.getByLabelText('Bio')).toHaveValue('Engines, and');
    vi.restoreAllMocks();
  });

  it('sends only changed fields, and shows them at once', async () => {
    const { user: person } = await open();
    expect(save()).toBeDisabled();
    await person.clear(screen.getByLabelText('Name'));
    await person.type(screen.getByLabelText('Name'), 'Ada Lovelace');
    await person.type(screen.getByLabelText('Website'), 'ada.example');
    await person.type(screen.getByLabelText('Interests'), 'night trains,');
    await person.click(screen.getByRole('button', { name: 'Remove interest looms' }));
    await person.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      { path: 'names', body: { fullName: 'Ada Lovelace' } },
      { path: 'board', body: { website: 'https://ada.example', interests: ['night trains'] } },
    ]);
    expect(await screen.findByText('Your profile is saved')).toBeVisible();
    expect(save()).toBeDisabled();
    expect(useSessionStore.getState().currentUser?.fullName).toBe('Ada Lovelace');
  });

  it('shows errors at their fields before it sends anything', async () => {
    const { user: person } = await open();
    await person.clear(screen.getByLabelText('Name'));
    await person.clear(screen.getByLabelText('Username'));
    await person.type(screen.getByLabelText('Username'), 'a b');
    await person.type(screen.getByLabelText('Website'), 'javascript:alert(1)');
    await person.click(screen.getByLabelText('Bio'));
    await person.paste('x'.repeat(300));
    expect(screen.getByText('7 characters too many')).toBeVisible();
    await person.click(save());
    expect(screen.getByText('Full name is required')).toBeVisible();
    expect(screen.getByText('Only letters, numbers, and underscores allowed')).toBeVisible();
    expect(screen.getByText('Website must be an http or https address')).toBeVisible();
    expect(screen.getByText('Bio must be at most 300 characters')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('keeps the input if the user name is taken, and warns about the new address', async () => {
    server.use(
      http.patch(`/api/users/${user._id}`, () =>
        refusal('VALIDATION_FAILED', 'Please choose a different username', 409, 'userName'),
      ),
    );
    const { user: person } = await open();
    await person.type(screen.getByLabelText('Username'), 'bob');
    expect(screen.getByText('Links to your old address will lead nowhere.')).toBeVisible();
    await person.click(save());
    expect(await screen.findByText('Please choose a different username')).toBeVisible();
    expect(screen.getByLabelText('Username')).toHaveValue('adabob');
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Username')).toHaveValue('ada');
  });

  it('keeps the saved half if the other half fails', async () => {
    server.use(http.put(`/api/boards/${board._id}`, () => HttpResponse.json({}, { status: 500 })));
    const { user: person } = await open();
    await person.type(screen.getByLabelText('Name'), ' King');
    await person.type(screen.getByLabelText('Location'), ', still');
    await person.click(save());
    expect(await screen.findByText('Server error. Please try again later')).toBeVisible();
    expect(screen.getByLabelText('Location')).toHaveValue('London, still');
    server.use(
      http.put(`/api/boards/${board._id}`, () =>
        HttpResponse.json({ success: true, data: { ...board, location: 'London, still' } }),
      ),
    );
    await person.click(save());
    expect(await screen.findByText('Your profile is saved')).toBeVisible();
    expect(sent).toEqual([{ path: 'names', body: { fullName: 'Ada Byron King' } }]);
  });

  it('offers a retry if it fails to load', async () => {
    server.use(
      http.get(`/api/boards/user/${user._id}`, () =>
        HttpResponse.json({ message: 'Broken' }, { status: 400 }),
      ),
    );
    renderApp({ user, url: '/settings/profile' });
    expect(await screen.findByText('Broken')).toBeVisible();
    server.use(
      http.get(`/api/boards/user/${user._id}`, () => HttpResponse.json({ success: true, data: board })),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('Bio')).toHaveValue('Engines');
  });
});

describe('the profile pictures', () => {
  const choose = (what: string, file: File) =>
    fireEvent.change(screen.getByLabelText(`File of the ${what}`), { target: { files: [file] } });
  const cut = async (view: Awaited<ReturnType<typeof open>>) => {
    const dialog = await openDialog();
    await view.user.click(await dialog.findByRole('button', { name: /^Cut blob/ }));
    await view.user.click(dialog.getByRole('button', { name: 'Save picture' }));
    await waitFor(() => expect(FakeUpload.sent.length).toBeGreaterThan(0));
  };
  const url = 'https://api.example/media/a/1280.webp';

  it('are cropped, uploaded with progress, and saved [A4.6-5 A7.3-14]', async () => {
    const view = await open();
    choose('picture', fakeFile('me.jpg', 'image/jpeg'));
    await cut(view);
    FakeUpload.sent[0]!.progress(0.5);
    expect(screen.getByRole('button', { name: 'Uploading 50 %' })).toHaveAttribute('aria-disabled', 'true');
    await FakeUpload.sent[0]!.accept({ url });
    await waitFor(() => expect(sent).toEqual([{ path: 'profilepic', body: { profilepic: url } }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useSessionStore.getState().currentUser?.profilepic).toBe(url);
    expect(screen.getByText('Profile picture updated')).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Remove picture' }));
    await waitFor(() => expect(useSessionStore.getState().currentUser?.profilepic).toBe(''));
  });

  it('change the cover [A4.6-5 A7.3-13]', async () => {
    const view = await open();
    choose('cover', fakeFile('sea.png', 'image/png'));
    await cut(view);
    await FakeUpload.sent[0]!.accept({ url });
    await waitFor(() => expect(sent).toEqual([{ path: 'board', body: { coverPhoto: url } }]));
    expect(await screen.findByAltText('Your cover')).toHaveAttribute('src', url);
  });

  it.each(['picture', 'cover'])('must be image files: %s [A5-53]', async (what) => {
    await open();
    choose(what, fakeFile('clip.mp4', 'video/mp4'));
    expect(screen.getByText('Choose a picture: JPEG, PNG, WebP, GIF or AVIF.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText(`File of the ${what}`)).toHaveAttribute(
      'accept',
      'image/jpeg,image/png,image/webp,image/gif,image/avif',
    );
    expect(FakeUpload.sent).toHaveLength(0);
  });

  it.each([
    ['picture', 'Failed to update profile picture', `/api/users/${user._id}/profilepic`, http.patch],
    ['cover', 'Failed to update cover photo', `/api/boards/${idOf(7)}`, http.put],
  ])(
    'show an error if the %s could not be saved, and stay cropped for a retry [A8-40]',
    async (what, text, path, method) => {
      server.use(method(path, () => HttpResponse.json({ message: 'No' }, { status: 400 })));
      const view = await open();
      choose(what, fakeFile('me.jpg', 'image/jpeg'));
      await cut(view);
      await FakeUpload.sent[0]!.accept({ url });
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Save picture' })).toBeEnabled();
    },
  );

  it('show why the upload failed', async () => {
    const view = await open();
    choose('picture', fakeFile('me.jpg', 'image/jpeg'));
    await cut(view);
    await FakeUpload.sent[0]!.answer(413, { success: false, message: 'Your storage is full.' });
    expect(await screen.findByText('Your storage is full.')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

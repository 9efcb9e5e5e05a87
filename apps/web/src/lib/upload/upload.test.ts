import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFile, FakeUpload, installFakeUploads, uploadedMedia } from '../../testing/fake-uploads';
import { server } from '../../testing/server';
import { ApiError } from '../api-error';
import { kindOf, uploadProblem } from './upload-rules';
import { shrinkToFit, uploadFile, uploadTrouble } from './upload-file';

const photo = () => fakeFile('a.jpg', 'image/jpeg');
const first = () => FakeUpload.sent[0]!;

beforeEach(() => {
  installFakeUploads();
  return () => vi.unstubAllGlobals();
});

describe('uploadable files', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 10 * 1024 * 1024, undefined],
    ['a.jpg', 'image/jpeg', 100 * 1024 * 1024, undefined],
    [
      'a.jpg',
      'image/jpeg',
      100 * 1024 * 1024 + 1,
      /^A picture may have at most 10 MB; this one has 100\.1 MB\./,
    ],
    // redrawn, it would lose its animation
    [
      'a.gif',
      'image/gif',
      10 * 1024 * 1024 + 1,
      /^A picture may have at most 10 MB; this one has 10\.1 MB\./,
    ],
    ['a.mp4', 'video/mp4', 50 * 1024 * 1024, undefined],
    ['a.mp4', 'video/mp4', 80 * 1024 * 1024, /^A video may have at most 50 MB; this one has 80 MB\./],
    ['a.svg', 'image/svg+xml', 100, /^Only pictures \(JPEG/],
    ['a.pdf', 'application/pdf', 100, /^Only pictures \(JPEG/],
    ['a', '', 100, /^Only pictures \(JPEG/],
    ['a.png', 'image/png', 0, /empty/],
  ])('are checked before the upload: %s of type %s with %i bytes', (name, type, bytes, said) => {
    const problem = uploadProblem(fakeFile(name, type, bytes));
    if (said === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(said);
  });

  it.each([
    ['a', 'image/avif', 'image'],
    ['a', 'video/quicktime', 'video'],
    ['a.html', 'text/html', undefined],
    // as systems without the usual registry name them
    ['a.m4v', 'video/x-m4v', 'video'],
    ['a.3gp', 'video/3gpp', 'video'],
    ['a.png', 'image/apng', 'image'],
    ['a.jpg', 'image/jpg', 'image'],
    ['Holiday.MOV', '', 'video'],
    ['a.webm', 'application/octet-stream', 'video'],
    ['a.b.AVIF', '', 'image'],
    ['a.jpg.exe', '', undefined],
    ['a.jpg', 'text/html', undefined],
  ])('are images, videos or not accepted: %s of type "%s"', (name, type, kind) => {
    expect(kindOf({ name, type })).toBe(kind);
  });
});

describe('a picture that is too long to stay legible', () => {
  const measured = (naturalWidth: number, naturalHeight: number) =>
    vi.stubGlobal(
      'Image',
      class {
        naturalWidth = naturalWidth;
        naturalHeight = naturalHeight;
        decode = () => Promise.resolve();
      },
    );

  it('is refused before the upload, in the words of the server [B41-4]', async () => {
    measured(300, 40_000);
    const error: unknown = await shrinkToFit(photo()).catch((reason: unknown) => reason);
    expect(uploadTrouble(error)).toEqual({
      text: 'This picture is too long to stay legible. Cut it into 3 parts and upload those.',
      canRetry: false,
      offline: false,
    });
  });

  it('is sent if it moves, as are others and what the browser cannot read', async () => {
    measured(300, 40_000);
    const moving = new File(['GIF89a'], 'a.gif', { type: 'image/gif' });
    expect(await shrinkToFit(moving)).toBe(moving);
    measured(1290, 19_854);
    const long = photo();
    expect(await shrinkToFit(long)).toBe(long);
    vi.unstubAllGlobals();
    expect(await shrinkToFit(long)).toBe(long);
  });
});

describe('uploading a file', () => {
  it('sends it with its poster, reports progress, and returns the server’s media', async () => {
    const shares: number[] = [];
    const poster = new Blob(['still']);
    const done = uploadFile(photo(), { poster, onProgress: (share) => shares.push(share) });
    expect(first().address).toBe('/api/media');
    expect(first().withCredentials).toBe(true);
    expect(first().files).toEqual({ files: 'a.jpg', 'poster-0': 'poster' });
    first().progress(0.25);
    first().progress(1);
    await first().accept({ width: 640 });
    expect(await done).toEqual(uploadedMedia({ width: 640 }));
    expect(shares).toEqual([0.25, 1]);
  });

  it('names a file that has no name', async () => {
    const done = uploadFile(fakeFile('', 'image/jpeg'));
    expect(first().files).toEqual({ files: 'picture' });
    await first().accept();
    await done;
  });

  it('refreshes an expired session and sends it again', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/auth/me', () => {
        asked.push('me');
        return HttpResponse.json({ success: true });
      }),
    );
    const done = uploadFile(photo());
    await first().answer(401, { success: false, message: 'Authentication required' });
    await vi.waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    await FakeUpload.sent[1]!.accept();
    expect((await done).kind).toBe('image');
    expect(asked).toEqual(['me']);
  });

  it('ends at once when aborted, before and while it is sent', async () => {
    const end = new AbortController();
    const done = uploadFile(photo(), { signal: end.signal });
    const failed = expect(done).rejects.toMatchObject({ name: 'AbortError' });
    end.abort();
    await failed;
    expect(first().aborted).toBe(true);
    await expect(uploadFile(photo(), { signal: end.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(FakeUpload.sent).toHaveLength(1);
  });

  it('fails on a malformed response', async () => {
    const done = uploadFile(photo());
    const failed = expect(done).rejects.toMatchObject({ code: 'MALFORMED_ANSWER' });
    await first().answer(201, { success: true, data: [] });
    await failed;
  });
});

describe('the message of a failed upload', () => {
  const refused = async (status: number, body: unknown) => {
    const done = uploadFile(photo()).catch((error: unknown) => error);
    await FakeUpload.sent.at(-1)!.answer(status, body);
    return uploadTrouble(await done);
  };

  it.each([400, 413, 415])('is the server’s own, and %i is final', async (status) => {
    const trouble = await refused(status, { success: false, message: 'This picture is broken' });
    expect(trouble).toEqual({ text: 'This picture is broken', canRetry: false, offline: false });
  });

  it.each([408, 429, 500, 503, 507])('allows a retry after %i', async (status) => {
    expect((await refused(status, { success: false, message: 'Not now' })).canRetry).toBe(true);
  });

  it.each([
    [413, 'This file is too big.'],
    [429, 'Too many uploads at once. Wait a moment, then try again.'],
    [507, 'The server has no room left. Try again later.'],
  ])('is ours if a proxy responds with %i', async (status, text) => {
    expect((await refused(status, '<html>no</html>')).text).toBe(text);
  });

  it('distinguishes a lost connection from a rejection', async () => {
    const done = uploadFile(photo()).catch((error: unknown) => error);
    await first().loseConnection();
    const error = await done;
    expect(error).toBeInstanceOf(ApiError);
    expect(uploadTrouble(error)).toMatchObject({ offline: true, canRetry: true });
  });
});

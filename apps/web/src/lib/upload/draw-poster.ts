import { isCanvasReadable } from './readable-canvas';

/** Maximum width of a poster in px, the same as on the server. */
const WIDTH_MAX = 1280;
/** Timeout in milliseconds, after which a video counts as unsupported. */
const GIVE_UP_AFTER = 8000;
/** Time of the frame, in seconds: videos often start black. */
const MOMENT = 1;

const once = (target: EventTarget, name: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    target.addEventListener(name, () => resolve(), { once: true, signal });
    target.addEventListener('error', () => reject(new DOMException('Cannot be shown', 'EncodingError')), {
      once: true,
      signal,
    });
    signal.addEventListener('abort', () => reject(new DOMException('Took too long', 'TimeoutError')), {
      once: true,
    });
  });

const draw = (video: HTMLVideoElement): Promise<Blob | null> => {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0 || !isCanvasReadable()) return Promise.resolve(null);
  const scale = Math.min(1, WIDTH_MAX / videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
};

/** Draws a frame of a video, as JPEG; `undefined` if the browser does not support the video. Never rejects. */
export const drawPoster = async (file: Blob): Promise<Blob | undefined> => {
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), GIVE_UP_AFTER);
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const loaded = once(video, 'loadeddata', end.signal);
    video.src = address;
    await loaded;
    const seeked = once(video, 'seeked', end.signal);
    video.currentTime = Number.isFinite(video.duration) ? Math.min(MOMENT, video.duration / 4) : 0.1;
    await seeked;
    return (await draw(video)) ?? undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
};

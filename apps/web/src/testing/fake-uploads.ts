import type { Media } from '@social-feed/contracts';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** An upload that the page sent, answered by the test. */
export class FakeUpload {
  static sent: FakeUpload[] = [];

  readonly upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  ontimeout?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  timeout = 0;
  withCredentials = false;
  address = '';
  aborted = false;
  headers: Record<string, string> = {};
  #form = new FormData();

  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(form: FormData): void {
    this.#form = form;
    FakeUpload.sent.push(this);
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  /** Names of the files in it, by part. */
  get files(): Record<string, string> {
    return Object.fromEntries([...this.#form].map(([part, file]) => [part, (file as File).name]));
  }
  /** So much of it has been sent, 0 to 1. */
  progress(share: number): void {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded: share * 1000, total: 1000 }));
  }
  async answer(status: number, body: unknown): Promise<void> {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    await act(async () => {
      this.onload?.();
      this.onloadend?.();
      await Promise.resolve();
    });
  }
  /** Answers as the server does. */
  accept(media: Partial<Media> = {}): Promise<void> {
    return this.answer(201, { success: true, data: [uploadedMedia(media)] });
  }
  async loseConnection(): Promise<void> {
    await act(async () => {
      this.onerror?.();
      this.onloadend?.();
      await Promise.resolve();
    });
  }
}

/** An upload as the server answers it. */
export const uploadedMedia = (media: Partial<Media> = {}): Media => ({
  url: 'https://api.example/media/0123456789abcdef0123456789abcdef/1280.webp',
  kind: 'image',
  alt: '',
  width: 1200,
  height: 800,
  placeholder: '#336699',
  ...media,
});

/** Takes the place of XMLHttpRequest and of what draws: the uploads sent from now on are in `FakeUpload.sent`. */
export const installFakeUploads = (): void => {
  FakeUpload.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  let count = 0;
  URL.createObjectURL = () => `blob:fake/${(count += 1)}`;
  URL.revokeObjectURL = () => undefined;
};

/** A file of this size that need not be held in memory. */
export const fakeFile = (name: string, type: string, bytes = 1000): File => {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

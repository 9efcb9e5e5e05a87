import type { Media } from '@social-feed/contracts';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** An upload sent by the page and answered by the test. */
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

  /** Names of its files, by form field. */
  get files(): Record<string, string> {
    return Object.fromEntries([...this.#form].map(([part, file]) => [part, (file as File).name]));
  }
  /** Reports the share that has been sent, 0 to 1. */
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
  /** Answers with success, as the server does. */
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

/** The server's response to an upload. */
export const uploadedMedia = (media: Partial<Media> = {}): Media => ({
  url: 'https://api.example/media/0123456789abcdef0123456789abcdef/1280.webp',
  kind: 'image',
  alt: '',
  width: 1200,
  height: 800,
  placeholder: '#336699',
  ...media,
});

/** Replaces XMLHttpRequest and object URLs; uploads sent from now on are in `FakeUpload.sent`. */
export const installFakeUploads = (): void => {
  FakeUpload.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  let count = 0;
  URL.createObjectURL = () => `blob:fake/${(count += 1)}`;
  URL.revokeObjectURL = () => undefined;
};

/** A file of this size that takes no memory. */
export const fakeFile = (name: string, type: string, bytes = 1000): File => {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

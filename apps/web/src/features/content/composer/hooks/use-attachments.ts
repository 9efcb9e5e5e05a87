import { plainMedia, type Media } from '@social-feed/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAbort } from '../../../../lib/api-error';
import { drawPoster } from '../../../../lib/upload/draw-poster';
import { shrinkToFit, uploadFile, uploadTrouble } from '../../../../lib/upload/upload-file';
import { attachmentOf, inOrder, moveTo, takeFiles, withPart, type Attachment } from '../model/attachments';

/** Maximum number of parallel uploads. */
const PARALLEL = 3;

export interface Attachments {
  list: Attachment[];
  /** Which files did not fit when files were last added. */
  notice: string | undefined;
  add: (files: readonly File[]) => void;
  addAddress: (kind: Media['kind'], url: string) => void;
  /** Removes one; cancels its upload if it is running. */
  remove: (key: string) => void;
  retry: (key: string) => void;
  move: (key: string, place: number) => void;
  /** Uploads this part of a picture in its place; `null` uploads the whole one again. Cancels a running upload. */
  crop: (key: string, part: Blob | null) => void;
  /** Updates the description or size of the media. */
  describe: (key: string, change: Partial<Media>) => void;
  /** Replaces all attachments. */
  replace: (media: readonly Media[]) => void;
}

/** Revokes the object URLs of the previews. */
const letGo = (list: readonly Attachment[]): void => {
  for (const { preview } of list) if (preview !== undefined) URL.revokeObjectURL(preview);
};

type Change = (key: string, of: (one: Attachment) => Partial<Attachment>) => void;

/**
 * Uploads the files that wait, a few at a time. All uploads are cancelled when the page is left.
 * @returns a function that cancels the upload of an attachment, so that another one can begin
 */
const useUploads = (list: readonly Attachment[], change: Change): ((key: string) => void) => {
  const running = useRef(new Map<string, AbortController>());

  const send = async ({ key, file, media: { kind } }: Attachment): Promise<void> => {
    if (!file || running.current.has(key)) return;
    const end = new AbortController();
    running.current.set(key, end);
    change(key, () => ({ state: 'sending' }));
    try {
      const poster = kind === 'video' ? await drawPoster(file) : undefined;
      const sendable = await shrinkToFit(file);
      end.signal.throwIfAborted();
      const { note, ...sent } = await uploadFile(sendable, {
        poster,
        signal: end.signal,
        onProgress: (share) => change(key, () => ({ share })),
      });
      end.signal.throwIfAborted();
      // Keep a description written during the upload.
      change(key, ({ media: { alt } }) => ({ media: { ...sent, alt }, state: 'done', share: 1, note }));
    } catch (error) {
      if (!isAbort(error)) change(key, () => ({ state: 'failed', trouble: uploadTrouble(error) }));
    } finally {
      if (running.current.get(key) === end) running.current.delete(key);
    }
  };
  const sendNext = useEffectEvent(() => {
    const free = PARALLEL - list.filter(({ state }) => state === 'sending').length;
    for (const one of list.filter(({ state }) => state === 'waiting').slice(0, free)) void send(one);
  });
  useEffect(() => sendNext(), [list]);

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const end of uploads.values()) end.abort();
    };
  }, []);

  return (key) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
  };
};

/**
 * The composer's pictures and videos with their uploads.
 * @param onEdit called when the user changes which files there are
 */
export const useAttachments = (initial: readonly Media[], onEdit?: () => void): Attachments => {
  const [list, setList] = useState(() => initial.map(attachmentOf));
  const [notice, setNotice] = useState<string>();
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  useEffect(() => () => letGo(latest.current), []);

  const find = (key: string) => latest.current.find((one) => one.key === key);
  const change: Change = (key, of) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...of(one) } : one)));
  const cancel = useUploads(list, change);
  const edit = (next: (now: Attachment[]) => Attachment[]): void => {
    onEdit?.();
    setList(next);
  };

  const retry = (key: string): void => {
    const found = find(key);
    if (found?.state === 'failed' && found.trouble?.canRetry)
      change(key, () => ({ state: 'waiting', share: 0 }));
  };
  // Retry uploads automatically if only the connection failed.
  const retryBroken = useEffectEvent(() => {
    for (const one of latest.current) if (one.trouble?.offline) retry(one.key);
  });
  useEffect(() => {
    const handleOnline = () => retryBroken();
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, []);

  return {
    list,
    notice,
    retry,
    add: (files) => {
      const taken = takeFiles(files, latest.current);
      setNotice(taken.notice);
      edit((now) => inOrder([...now, ...taken.added]));
    },
    addAddress: (kind, url) => {
      setNotice(undefined);
      edit((now) => inOrder([...now, attachmentOf(plainMedia(kind, url))]));
    },
    remove: (key) => {
      cancel(key);
      letGo(latest.current.filter((one) => one.key === key));
      setNotice(undefined);
      edit((now) => now.filter((one) => one.key !== key));
    },
    move: (key, place) => setList((now) => moveTo(now, key, place)),
    crop: (key, part) => {
      const found = find(key);
      if (!found) return;
      cancel(key);
      const next = withPart(found, part);
      edit((now) => now.map((one) => (one.key === key ? next : one)));
      letGo([found]);
    },
    describe: (key, fields) => change(key, ({ media }) => ({ media: { ...media, ...fields } })),
    replace: (media) => {
      for (const { key } of latest.current) cancel(key);
      letGo(latest.current);
      setNotice(undefined);
      setList(media.map(attachmentOf));
    },
  };
};

import { BroadcastChannel, threadId } from 'node:worker_threads';
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { 'happy-dom': happyDom } = builtinEnvironments;

/** Node's own: the network and the files that it takes, and what they throw. */
const NODES = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
  'DOMException',
] as const;

/** Other workers are threads of this process: their pages would hear each other as tabs of one browser do. */
class OwnChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} of ${threadId}`);
  }
}

/** Lets a spy on `Storage.prototype` see the calls, as in browsers. */
const bindLate = (storage: Storage): void => {
  for (const name of ['getItem', 'setItem', 'removeItem', 'clear', 'key'] as const)
    Object.defineProperty(storage, name, { configurable: true, get: () => Storage.prototype[name] });
};

/** Writes past the `value` of the element itself, which React watches, and sets the caret behind the text. */
const writeTexts = ({ prototype }: typeof HTMLTextAreaElement): void => {
  const value = Object.getOwnPropertyDescriptor(prototype, 'value');
  prototype.setRangeText = function (this: HTMLTextAreaElement, text: string, start?: number, end?: number) {
    const { selectionStart: from, selectionEnd: to } = this;
    value?.set?.call(this, this.value.slice(0, start ?? from) + text + this.value.slice(end ?? to));
    const caret = (start ?? from) + text.length;
    this.setSelectionRange(caret, caret);
  };
};

/** A page of happy-dom, which opens no other page, with what browsers do and happy-dom does not. */
export default {
  ...happyDom,
  name: 'page',
  setup: async (global: typeof globalThis) => {
    const nodes = NODES.map((name) => [name, global[name]] as const);
    const navigation = { disableMainFrameNavigation: true, disableFallbackToSetURL: true };
    const page = await happyDom.setup(global, {
      happyDOM: { url: 'http://localhost:3000/', settings: { navigation } },
    });
    Object.assign(global, { BroadcastChannel: OwnChannel });
    for (const [name, own] of nodes) Object.assign(global, { [name]: own });
    // it is there and null
    Reflect.deleteProperty(Navigator.prototype, 'locks');
    for (const storage of [localStorage, sessionStorage]) bindLate(storage);
    writeTexts(HTMLTextAreaElement);
    return page;
  },
} satisfies Environment;

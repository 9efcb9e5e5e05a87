import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.js';

it('writes nothing after its end, because no handler catches that error', async () => {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  const failed = vi.fn();
  res.on('error', failed);
  const stream = openEventStream(res as Response);
  stream.end();
  stream.send('beat', {});
  await setImmediate();
  expect(failed).not.toHaveBeenCalled();
});

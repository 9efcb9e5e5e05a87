import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { failOnClosedSockets } from './closed-sockets.js';

const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const command = { toBin: () => Promise.resolve([Buffer.from('command')]) };
const write = (socket: Socket, onError = vi.fn()) => ({
  onError,
  written: failOnClosedSockets().writeCommand.call({ socket, onError } as never, command, {
    agreedCompressor: 'none',
  }),
});

it('writes commands to an open socket', async () => {
  const socket = await open();
  const { written, onError } = write(socket);
  await expect(written).resolves.toBeUndefined();
  expect(onError).not.toHaveBeenCalled();
  socket.destroy();
});

it.each([
  ['destroyed', (socket: Socket) => socket.destroy()],
  ['ended', (socket: Socket) => socket.end()],
])('fails a command on a socket that is %s and has not said so', async (_name, close) => {
  const socket = await open();
  const closed = vi.fn();
  socket.once('close', closed);
  close(socket);
  const { written, onError } = write(socket);
  expect(closed).not.toHaveBeenCalled();
  await expect(written).rejects.toMatchObject({ name: 'MongoNetworkError' });
  expect(onError).toHaveBeenCalledTimes(1);
});

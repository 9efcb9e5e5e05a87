import { createServer, type AddressInfo, type Socket } from 'node:net';

export type Handle = (socket: Socket) => unknown;

/** Starts a server of plain connections, which can break off any protocol at any point. */
export async function startRawServer(handle: Handle) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** The open connections. */
    sockets,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

import { createConnection, createServer, type Socket } from 'node:net';

/** What it calls itself where it answers in the club's place. */
export const FRONT_PROXY = 'front-proxy';

const OFFLINE_PAGE = '<!doctype html><title>Offline</title><h1>Call us</h1>';

/** A rented server in front of a club: it passes everything on, or answers in its place while the club is off. */
export async function startFrontProxy(clubUrl: string) {
  const port = Number(new URL(clubUrl).port);
  const sockets = new Set<Socket>();
  let isOff = false;
  let isSilent = false;
  const server = createServer((visitor) => {
    sockets.add(visitor);
    visitor.on('error', () => {}).on('close', () => sockets.delete(visitor));
    if (isSilent) return;
    if (isOff) {
      visitor.once('data', () =>
        visitor.end(
          `HTTP/1.1 503 Service Unavailable\r\nServer: ${FRONT_PROXY}\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ${OFFLINE_PAGE.length}\r\n\r\n${OFFLINE_PAGE}`,
        ),
      );
      return;
    }
    const club = createConnection({ host: '127.0.0.1', port });
    club.on('error', () => visitor.destroy()).on('close', () => visitor.destroy());
    visitor.on('close', () => club.destroy());
    visitor.pipe(club).pipe(visitor);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: own } = server.address() as { port: number };
  return {
    url: `${new URL(clubUrl).protocol}//${new URL(clubUrl).hostname}:${own}`,
    /** Switches the club's computer off or on, as its visitors see it. */
    setOff(off: boolean): void {
      isOff = off;
      for (const socket of sockets) socket.destroy();
    },
    /** Takes requests and never answers, like a tunnel whose other end has lost its power. */
    setSilent(silent: boolean): void {
      isSilent = silent;
      for (const socket of sockets) socket.destroy();
    },
    stop(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

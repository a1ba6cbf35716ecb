import { connect } from 'node:net';

/**
 * Sends raw bytes over a new connection. Returns the response when the server closes the connection, sends
 * nothing more, or `timeoutMs` have passed.
 */
export function sendRawRequest(url: string, bytes: string | Buffer, timeoutMs = 400): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let response = '';
    const socket = connect({ host: hostname, port: Number(port) });
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(response);
    };
    let timer = setTimeout(finish, timeoutMs);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (data) => {
      response += data.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(finish, 60);
    });
    socket.on('close', finish);
    socket.on('error', finish);
  });
}

/** The status of the first response; 0 when the server closed the connection without one. */
export function parseStatus(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
}

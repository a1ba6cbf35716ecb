import { connect } from 'node:net';

/**
 * Sends raw bytes over a new connection. Returns the response once the server closes the connection, sends nothing
 * after a complete response, or `timeoutMs` have passed.
 */
export function sendRawRequest(url: string, bytes: string | Buffer, timeoutMs = 10_000): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let response = '';
    const socket = connect({ host: hostname, port: Number(port) });
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(response);
    };
    const timer = setTimeout(finish, timeoutMs);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (data) => {
      response += data.toString('latin1');
      if (isWhole(response)) setTimeout(finish, 60);
    });
    socket.on('close', finish);
    socket.on('error', finish);
  });
}

function isWhole(response: string): boolean {
  const [head = '', ...rest] = response.split('\r\n\r\n');
  if (rest.length === 0) return false;
  if (/^transfer-encoding: chunked/im.test(head)) return response.endsWith('0\r\n\r\n');
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return rest.join('\r\n\r\n').length >= length;
}

/** The first response's status; 0 if the server closed the connection without one. */
export function parseStatus(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
}

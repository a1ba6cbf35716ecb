import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { WorkerSettings } from '../../src/notifications/module.ts';
import type { TestClub } from './test-club.ts';

/** A mail server on loopback that keeps the emails it accepts, and when each arrived. */
export async function startMailServer(options: SMTPServerOptions = {}, listenOn = 0) {
  const mails: ParsedMail[] = [];
  const arrivals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      simpleParser(stream).then(
        (mail) => {
          mails.push(mail);
          arrivals.push(performance.now());
          done();
        },
        (error) => done(error),
      );
    },
    // `close` doesn't wait for pooled connections.
    closeTimeout: 100,
    ...options,
  });
  // Some tests cut connections, which would crash the server without a listener.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    arrivals,
    smtp: server,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export interface SmsRequest {
  method: string;
  to: string;
  text: string;
  from: string;
  authorization: string | null;
  path: string;
}

/** An SMS gateway on loopback that keeps its requests; `respond` creates the responses. */
export function startSmsGateway(
  respond: (smsRequest: SmsRequest, index: number) => Response = () => new Response('ok'),
) {
  const requests: SmsRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url);
      const params = request.method === 'POST' ? new URLSearchParams(await request.text()) : url.searchParams;
      const smsRequest = {
        method: request.method,
        to: params.get('To') ?? params.get('to') ?? '',
        text: params.get('Body') ?? params.get('text') ?? '',
        from: params.get('From') ?? params.get('from') ?? '',
        authorization: request.headers.get('authorization'),
        path: url.pathname,
      };
      requests.push(smsRequest);
      return respond(smsRequest, requests.length - 1);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    close: () => server.stop(true),
  };
}

/**
 * A test club's worker, without pauses between messages. Its timeouts are long, because an attempt that times out on
 * a busy machine is repeated.
 */
export function createTestOutboxWorker(club: TestClub, settings: WorkerSettings = {}) {
  return club.notifications.createOutboxWorker({
    options: { concurrency: 4, batchSize: 8, delayMs: 0, busyDelayMs: 0, timeoutMs: 20_000 },
    smtpTimeouts: { connectMs: 10_000, idleMs: 15_000 },
    random: () => 0.5,
    ...settings,
  });
}

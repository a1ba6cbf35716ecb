import { afterAll, expect, test } from 'bun:test';
import { postBooking } from '../../support/booking-load.ts';
import { tomorrow } from '../../support/booking-wizard.ts';
import { startMailServer } from '../../support/message-servers.ts';
import { runCommand } from '../../support/run-command.ts';
import { fetchMetrics, startServerProcess } from '../../support/server-process.ts';
import { bookingBody } from '../../support/test-club.ts';

const server = await startMailServer();
afterAll(() => server.close());

/** Books on a running site, waits until no message is due, and returns what doctor and health report. */
async function bookAndReport(env: Record<string, string>) {
  const site = await startServerProcess({ env });
  await postBooking(site.url, bookingBody({ date: tomorrow }));
  const metrics = async () => (await fetchMetrics(site)).text();
  while (!(await metrics()).includes('club_messages_waiting 0')) await Bun.sleep(50);
  const health = (await (await fetch(`${site.url}/api/health`)).json()) as { mail: string };
  const { stdout } = await runCommand(['doctor', '--offline', '--data', site.dataDir], env);
  await site.close();
  return {
    mail: health.mail,
    findings: stdout.split('\n').filter((line) => /^\[.*(mail|message)/i.test(line)),
  };
}

test('without a mail server doctor and health say only that email is not sent', async () => {
  const { mail, findings } = await bookAndReport({});
  expect(mail).toBe('files');
  expect(findings).toEqual([
    '[ warn ] Email is not sent, only saved in the folder outbox, because no mail server is set up.',
  ]);
});

test('with a mail server doctor says that no message is late or failed', async () => {
  const { mail, findings } = await bookAndReport({ SMTP_URL: server.url });
  expect(mail).toBe('smtp');
  expect(findings).toEqual(['[ ok   ] No email or SMS is late or failed.']);
});

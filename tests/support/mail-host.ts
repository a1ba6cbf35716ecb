import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ImapFlow } from 'imapflow';
import { findFreePort } from './find-free-port.ts';
import { isListening, type Neighbour, neighbourFolder, runProgram, startNeighbour } from './neighbour.ts';

/** The Debian packages of the programs started by `startMailHost`. */
export const MAIL_PACKAGES = {
  postfix: 'postfix',
  '/usr/lib/dovecot/imap': 'dovecot-imapd',
  '/usr/lib/dovecot/lmtp': 'dovecot-lmtpd',
  postgrey: 'postgrey',
  opendkim: 'opendkim',
  'opendkim-genkey': 'opendkim-tools',
  dkimverify: 'python3-dkim',
};
const TLS = resolve(import.meta.dir, 'tls');
/** The mail host's certificate, for localhost. */
export const MAIL_CERTIFICATE = join(TLS, 'cert.pem');
const PASSWORD = 'a long password 1/2 %';
/** Opens every mailbox. */
const READER = 'reader';
/** Debian's user that owns mailboxes. */
const MAIL_ID = 8;
/** How much the small mailbox holds; an accepted email may exceed it by half. */
const QUOTA_KB = 20;
export const FULL_MAILBOX = 'full@example.com';

/**
 * Starts a provider's mail host: Postfix accepts email with a login over TLS, has OpenDKIM sign it and hands it to
 * Dovecot, which keeps a mailbox for every address and checks Postfix's logins. `greylisted` asks postgrey first,
 * which delays by four seconds; `strict` only accepts email from the login's own address; `plain` is a relay on a
 * local network, without TLS and login.
 */
export async function startMailHost() {
  const folder = neighbourFolder();
  const root = folder.path;
  const [smtp, smtps, plain, greylisted, strict, greyPolicy, quotaPolicy, milter, imap] = await Promise.all(
    Array.from({ length: 9 }, findFreePort),
  );
  for (const name of ['queue', 'data', 'mail', 'grey', 'dkim', 'dovecot'])
    mkdirSync(join(root, name), { recursive: true });
  const idOf = async (user: string) => Number(await runProgram(['id', '-u', user]));
  chownSync(join(root, 'data'), await idOf('postfix'), 0);
  chownSync(join(root, 'mail'), MAIL_ID, MAIL_ID);
  chownSync(join(root, 'grey'), await idOf('postgrey'), 0);

  folder.write('passwd', `club@example.com:{PLAIN}${PASSWORD}\n`);
  folder.write(
    'dovecot.conf',
    `base_dir = ${root}/dovecot
log_path = ${root}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <${MAIL_CERTIFICATE}
ssl_key = <${TLS}/key.pem
mail_location = maildir:${root}/mail/%u
mail_uid = ${MAIL_ID}
mail_gid = ${MAIL_ID}
first_valid_uid = ${MAIL_ID}
first_valid_gid = ${MAIL_ID}
auth_failure_delay = 0
auth_mechanisms = plain login
mail_plugins = quota
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=1G
  quota_grace = 50%%
  quota_status_success = DUNNO
  quota_status_overquota = 452 4.2.2 The mailbox is full
}
service quota-status {
  executable = quota-status -p postfix
  inet_listener {
    port = ${quotaPolicy}
  }
  client_limit = 10
}
passdb {
  driver = passwd-file
  args = username_format=%u ${root}/passwd
}
passdb {
  driver = static
  args = password=${READER}
}
userdb {
  driver = passwd-file
  args = ${root}/users
}
userdb {
  driver = static
  args = uid=${MAIL_ID} gid=${MAIL_ID} home=${root}/mail/%u allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${imap}
  }
}
service auth {
  unix_listener ${root}/queue/private/auth {
    mode = 0666
  }
}
service lmtp {
  unix_listener ${root}/queue/private/dovecot-lmtp {
    mode = 0666
  }
}
protocol imap {
  mail_plugins = quota imap_quota
}
`,
  );
  folder.write(
    'users',
    `${FULL_MAILBOX}::${MAIL_ID}:${MAIL_ID}::${root}/mail/full::userdb_quota_rule=*:storage=${QUOTA_KB}K\n`,
  );
  await runProgram([
    'opendkim-genkey',
    '-b',
    '1024',
    '-D',
    `${root}/dkim`,
    '-s',
    'test',
    '-d',
    'club.example',
  ]);
  chmodSync(`${root}/dkim/test.private`, 0o600);
  folder.write(
    'opendkim.conf',
    `Domain club.example
Selector test
KeyFile ${root}/dkim/test.private
Socket inet:${milter}@127.0.0.1
Mode s
RequireSafeKeys no
Canonicalization simple/simple
OversignHeaders From

`,
  );
  folder.write(
    'postfix/main.cf',
    `compatibility_level = 3.6
queue_directory = ${root}/queue
data_directory = ${root}/data
maillog_file = ${root}/postfix.log
maillog_file_prefixes = ${root}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.com
mydestination =
mynetworks =
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = static:all
virtual_transport = lmtp:unix:private/dovecot-lmtp
default_transport = error:every address has its mailbox here
smtpd_tls_cert_file = ${MAIL_CERTIFICATE}
smtpd_tls_key_file = ${TLS}/key.pem
smtpd_tls_auth_only = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = private/auth
smtpd_sasl_auth_enable = yes
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_policy_service inet:127.0.0.1:${quotaPolicy}
smtpd_milters = inet:127.0.0.1:${milter}
milter_default_action = tempfail
strict_8bitmime_body = yes
smtpd_timeout = 8s
smtpd_error_sleep_time = 0
`,
  );
  const service = (port: number | undefined, options: string) =>
    `127.0.0.1:${port} inet n - n - - smtpd ${options}\n`;
  folder.write('postfix/senders', 'club@club.example club@example.com\n');
  folder.write(
    'postfix/master.cf',
    [
      service(smtp, '-o smtpd_tls_security_level=encrypt'),
      service(smtps, '-o smtpd_tls_wrappermode=yes'),
      service(
        plain,
        '-o smtpd_tls_security_level=none -o mynetworks=127.0.0.0/8 -o smtpd_relay_restrictions=permit_mynetworks,reject',
      ),
      service(
        greylisted,
        `-o smtpd_tls_security_level=encrypt -o smtpd_relay_restrictions=check_policy_service,inet:127.0.0.1:${greyPolicy},permit_sasl_authenticated,reject`,
      ),
      service(
        strict,
        `-o smtpd_tls_security_level=encrypt -o smtpd_sender_login_maps=texthash:${root}/postfix/senders -o smtpd_sender_restrictions=reject_sender_login_mismatch`,
      ),
      'cleanup unix n - n - 0 cleanup\nqmgr unix n - n 300 1 qmgr\nrewrite unix - - n - - trivial-rewrite\n',
      'bounce unix - - n - 0 bounce\ndefer unix - - n - 0 bounce\ntrace unix - - n - 0 bounce\n',
      'tlsmgr unix - - n 1000? 1 tlsmgr\nproxymap unix - - n - - proxymap\nanvil unix - - n - 1 anvil\n',
      'lmtp unix - - n - - lmtp\nerror unix - - n - - error\nretry unix - - n - - error\n',
      'showq unix n - n - - showq\nflush unix n - n 1000? 0 flush\nverify unix - - n - 1 verify\n',
      'postlog unix-dgram n - n - 1 postlogd\n',
    ].join(''),
  );

  const running: Neighbour[] = [];
  const stop = async () => {
    await runProgram(['postfix', '-c', `${root}/postfix`, 'stop']).catch(() => {});
    for (const neighbour of running.reverse()) await neighbour.stop();
    folder.remove();
  };
  const startAll = async () => {
    running.push(
      await startNeighbour(
        [
          'postgrey',
          ...[`--inet=127.0.0.1:${greyPolicy}`, '--delay=4', `--dbdir=${root}/grey`],
          ...[`--pidfile=${root}/grey/pid`, '--auto-whitelist-clients=0', '--privacy'],
        ],
        () => isListening(greyPolicy ?? 0),
      ),
      await startNeighbour(['opendkim', '-f', '-x', `${root}/opendkim.conf`], () => isListening(milter ?? 0)),
    );
    // Creates the queue's folders, where Dovecot opens its sockets.
    await runProgram(['postfix', '-c', `${root}/postfix`, 'check']);
    running.push(
      await startNeighbour(['dovecot', '-F', '-c', `${root}/dovecot.conf`], () => isListening(imap ?? 0)),
    );
    await runProgram(['postfix', '-c', `${root}/postfix`, 'start']);
  };
  await startAll().catch(async (error) => {
    await stop();
    throw error;
  });

  async function openInbox<T>(address: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: 'localhost',
      port: imap ?? 0,
      secure: true,
      auth: { user: address, pass: READER },
      tls: { ca: [readFileSync(MAIL_CERTIFICATE, 'utf8')] },
      logger: false,
    });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  const url = (scheme: string, port: number | undefined) =>
    `${scheme}://${encodeURIComponent('club@example.com')}:${encodeURIComponent(PASSWORD)}@localhost:${port}`;
  return {
    urls: {
      starttls: url('smtp', smtp),
      tls: url('smtps', smtps),
      greylisted: url('smtp', greylisted),
      strict: url('smtp', strict),
      plain: `smtp://127.0.0.1:${plain}`,
    },
    root,
    postfix: (...args: string[]) => runProgram(['postfix', '-c', `${root}/postfix`, ...args]),
    log: () => Bun.file(`${root}/postfix.log`).text(),
    /** What an address received, as stored. */
    readMailbox: (address: string) =>
      openInbox(address, async (client) => {
        const sources: Buffer[] = [];
        for await (const { source } of client.fetch('1:*', { source: true }))
          sources.push(source ?? Buffer.alloc(0));
        return sources;
      }),
    emptyMailbox: (address: string) => openInbox(address, (client) => client.messageDelete('1:*')),
    stop,
  };
}

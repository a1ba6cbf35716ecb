import { isLocalAddress } from '../domain/club.ts';
import type { AddressFinding } from '../domain/machine-settings.ts';
import { hasForwardingHeader } from '../http/client-ip.ts';
import { isSameSignature, linkSignature } from '../http/link-signature.ts';

const TIMEOUT_MS = 10_000;
/** How long a probe may take to come back to the server. */
const OPEN_MS = 30_000;
/** Pause between the two halves of the answer: if they arrive together, something on the way buffered them. */
const PAUSE_MS = 1000;

/** What the server saw of the probe. */
interface Seen {
  forwarded: boolean;
  /** The visitor's scheme according to the proxy; null without one. */
  scheme: string | null;
  /** Whether the proxy passed on the visitor's address. */
  client: boolean;
  trustsProxy: boolean;
}

/**
 * Asks the site's public address for the club's own server, as a visitor would: does the name lead there, what does the
 * proxy say about the visitor, and do streams pass without delay? The club's secret signs the probe and its answer, so
 * `doctor` asks like the server itself, and nobody else gets or gives an answer.
 */
export class AddressCheck {
  readonly #secret: string;
  readonly #now: () => number;

  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** Null for a token that isn't this club's, or is too old. */
  answer(token: string, request: Request, { trustProxy }: { trustProxy: boolean }): Response | null {
    const [until = '', signature = ''] = token.split('.');
    const isOpen = isSameSignature(signature, this.#sign('probe', until)) && Number(until) >= this.#now();
    if (!isOpen) return null;
    const seen: Seen = {
      forwarded: hasForwardingHeader(request),
      scheme: request.headers.get('x-forwarded-proto')?.split(',').pop()?.trim() ?? null,
      client: request.headers.has('x-forwarded-for'),
      trustsProxy: trustProxy,
    };
    const encoder = new TextEncoder();
    const proof = this.#sign('answer', token);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encoder.encode(`: ${proof} ${JSON.stringify(seen)}\n\n`));
        await Bun.sleep(PAUSE_MS);
        controller.enqueue(encoder.encode(': still here\n\n'));
        controller.close();
      },
    });
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
    return new Response(body, { headers });
  }

  /** Everything that is wrong with `address`, root cause first; a single "fine" finding if nothing is. */
  async run(address: string): Promise<AddressFinding[]> {
    if (isLocalAddress(address)) return [NOT_SET];
    const { protocol, hostname } = new URL(address);
    const until = String(this.#now() + OPEN_MS);
    const token = `${until}.${this.#sign('probe', until)}`;
    try {
      const response = await fetch(`${address}/api/site-check/${token}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = response.ok ? await readAnswer(response, this.#sign('answer', token)) : null;
      if (answer === null) return [otherMachine(address, response.status)];
      const found = [
        ...(protocol === 'https:' ? [] : [NO_HTTPS]),
        ...proxyFindings(answer.seen, protocol),
        ...(answer.gap < PAUSE_MS / 2 ? [STREAMS_CUT] : []),
      ];
      return found.length > 0
        ? found
        : [{ kind: 'fine', text: `${address} leads to this site, and everything works.`, fix: '' }];
    } catch (error) {
      return [unreachable(error, hostname)];
    }
  }

  #sign(part: 'probe' | 'answer', text: string): string {
    return linkSignature(this.#secret, ['site-check', part, text]);
  }
}

function proxyFindings({ forwarded, client, scheme, trustsProxy }: Seen, protocol: string): AddressFinding[] {
  if (forwarded && !trustsProxy) return [UNTRUSTED_PROXY];
  if (!trustsProxy) return [];
  return [...(client ? [] : [NO_VISITOR]), ...(scheme === protocol.slice(0, -1) ? [] : [NO_SCHEME])];
}

/** What the server saw, and milliseconds between the halves of its answer; null if another machine answered. */
async function readAnswer(response: Response, proof: string): Promise<{ seen: Seen; gap: number } | null> {
  const decoder = new TextDecoder();
  let text = '';
  let first = 0;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (first === 0) first = performance.now();
    if (text.length > 1000) return null;
  }
  const [line = ''] = text.split('\n');
  const prefix = `: ${proof} `;
  if (!line.startsWith(prefix)) return null;
  return { seen: JSON.parse(line.slice(prefix.length)) as Seen, gap: performance.now() - first };
}

const NOT_SET: AddressFinding = {
  kind: 'not_set',
  text: 'The site does not know its address: links in emails lead to this machine.',
  fix: 'Open the site as visitors do, and set the address there. Without one: padel-club help online.',
};
const NO_HTTPS: AddressFinding = {
  kind: 'no_https',
  text: 'The address has no https: browsers warn visitors, and passkeys don’t work.',
  fix: 'Let a proxy such as Caddy get a certificate, and change the address to https: padel-club help online.',
};
const UNTRUSTED_PROXY: AddressFinding = {
  kind: 'untrusted_proxy',
  text: 'A proxy forwards visitors, but the site doesn’t trust what it says about them, so they all share one limit.',
  fix: 'If the proxy is yours, start the site with TRUST_PROXY=true.',
};
const NO_VISITOR: AddressFinding = {
  kind: 'no_visitor',
  text: 'The proxy doesn’t say who its visitors are, so they all share one limit.',
  fix: 'Make it send the header X-Forwarded-For, as in padel-club help nginx.conf.',
};
const NO_SCHEME: AddressFinding = {
  kind: 'no_scheme',
  text: 'The proxy doesn’t say whether a visitor used https.',
  fix: 'Make it send the header X-Forwarded-Proto, as in padel-club help nginx.conf.',
};
const STREAMS_CUT: AddressFinding = {
  kind: 'streams_cut',
  text: 'Something on the way holds answers back until they are complete, so the dashboard shows new bookings late.',
  fix: 'Turn buffering off: flush_interval -1 in Caddy, proxy_buffering off in nginx.',
};

function otherMachine(address: string, status: number): AddressFinding {
  if ([502, 503, 504].includes(status)) {
    return {
      kind: 'no_site_behind',
      text: `${address} answers, but what answers there doesn’t reach this site (status ${status}).`,
      fix: 'Check that its tunnel is up and that it leads to this machine. Commands: padel-club help power.',
    };
  }
  return {
    kind: 'other_machine',
    text: `${address} answers, but not from this site (status ${status}).`,
    fix: 'Point its proxy or tunnel to this machine, or set this site’s real address.',
  };
}

const TLS_CODES = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/i;

function unreachable(error: unknown, hostname: string): AddressFinding {
  const { code = '', name = '', message = '' } = error as { code?: string; name?: string; message?: string };
  const said = `${code} ${name} ${message}`;
  if (/ENOTFOUND|EAI_|DNS|FailedToOpenSocket|getaddrinfo/i.test(said)) {
    return {
      kind: 'no_name',
      text: `The name ${hostname} leads nowhere yet.`,
      fix: 'Add an A record for it where you bought the name. It can take an hour to take effect.',
    };
  }
  if (TLS_CODES.test(said)) {
    return {
      kind: 'no_certificate',
      text: `${hostname} has no certificate that browsers trust.`,
      fix: 'Let its proxy get one: Caddy does so by itself once the name leads to its machine and ports 80 and 443 are open there, nginx with certbot.',
    };
  }
  return {
    kind: 'unreachable',
    text: /Timeout|timed out|abort/i.test(said)
      ? `${hostname} does not answer.`
      : `Nothing answers at ${hostname}.`,
    fix: 'Check that the proxy or tunnel is running, and that ports 80 and 443 are open there.',
  };
}

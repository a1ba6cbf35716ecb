import type { AddressFinding } from '../domain/machine-settings.ts';
import { hasForwardingHeader } from '../http/client-ip.ts';

const TIMEOUT_MS = 10_000;
/** How long a probe may take to come back to this server. */
const OPEN_MS = 30_000;
/** Pause between the two halves of the answer: if they arrive together, something on the way buffered them. */
const PAUSE_MS = 1000;

/** What this server saw of the probe when it came back. */
interface Seen {
  forwarded: boolean;
  /** The visitor's scheme according to the proxy; null without one. */
  scheme: string | null;
  /** Whether the proxy passed on the visitor's address. */
  client: boolean;
}

/**
 * Asks the site's public address for this very server, as a visitor would: does the name lead here, what does the
 * proxy say about the visitor, and do streams pass without delay?
 */
export class AddressCheck {
  readonly #open = new Map<string, Seen | null>();
  readonly #trustProxy: boolean;

  constructor({ trustProxy }: { trustProxy: boolean }) {
    this.#trustProxy = trustProxy;
  }

  /** Answers this server's own probe; null for any other token. */
  answer(token: string, request: Request): Response | null {
    if (!this.#open.has(token)) return null;
    this.#open.set(token, {
      forwarded: hasForwardingHeader(request),
      scheme: request.headers.get('x-forwarded-proto')?.split(',').pop()?.trim() ?? null,
      client: request.headers.has('x-forwarded-for'),
    });
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encoder.encode(`: ${token}\n\n`));
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
    const { protocol, hostname } = new URL(address);
    const token = crypto.randomUUID();
    this.#open.set(token, null);
    const timer = setTimeout(() => this.#open.delete(token), OPEN_MS);
    try {
      const response = await fetch(`${address}/api/site-check/${token}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const gap = response.ok ? await gapOf(response, token) : null;
      const seen = this.#open.get(token) ?? null;
      if (seen === null || gap === null) return [otherMachine(address, response.status)];
      const found = [
        ...(protocol === 'https:' ? [] : [NO_HTTPS]),
        ...this.#proxyFindings(seen, protocol),
        ...(gap < PAUSE_MS / 2 ? [STREAMS_CUT] : []),
      ];
      return found.length > 0
        ? found
        : [{ kind: 'fine', text: `${address} leads to this site, and everything works.`, fix: '' }];
    } catch (error) {
      return [unreachable(error, hostname)];
    } finally {
      clearTimeout(timer);
      this.#open.delete(token);
    }
  }

  #proxyFindings({ forwarded, client, scheme }: Seen, protocol: string): AddressFinding[] {
    if (forwarded && !this.#trustProxy) return [UNTRUSTED_PROXY];
    if (!this.#trustProxy) return [];
    return [...(client ? [] : [NO_VISITOR]), ...(scheme === protocol.slice(0, -1) ? [] : [NO_SCHEME])];
  }
}

/** Milliseconds between the two halves of the answer; null if the answer isn't this server's. */
async function gapOf(response: Response, token: string): Promise<number | null> {
  const decoder = new TextDecoder();
  let text = '';
  let first = 0;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (first === 0) first = performance.now();
    if (text.length > 1000) return null;
  }
  return text.startsWith(`: ${token}`) ? performance.now() - first : null;
}

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
      fix: 'Let the proxy get one: Caddy does so automatically, nginx with certbot. See padel-club help online.',
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

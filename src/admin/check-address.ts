import type { AddressFinding } from '../domain/machine-settings.ts';
import { hasForwardingHeader } from '../http/client-ip.ts';

const TIMEOUT_MS = 10_000;
/** How long a question waits for its way back to this server. */
const OPEN_MS = 30_000;
/** Between the two halves of the answer: what arrives as one was kept back on its way. */
const PAUSE_MS = 1000;

/** What this server saw of the question that came back to it. */
interface Seen {
  forwarded: boolean;
  /** The visitor's scheme, as the proxy names it; null without one. */
  scheme: string | null;
  /** The visitor's address, as the proxy names it. */
  client: boolean;
}

/**
 * Asks the site's public address for this very server, as a visitor would: whether its name leads here, what the proxy
 * says of the visitor, and whether streams pass at once.
 */
export class AddressCheck {
  readonly #open = new Map<string, Seen | null>();
  readonly #trustProxy: boolean;

  constructor({ trustProxy }: { trustProxy: boolean }) {
    this.#trustProxy = trustProxy;
  }

  /** Answers a question of this server; null for any other, which nobody asked. */
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

  /** Everything that is wrong with `address`, the cause first; one finding that is fine when nothing is. */
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
        : [{ kind: 'fine', text: `${address} leads to this site, and everything passes.`, fix: '' }];
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

/** Milliseconds between the two halves of the answer; null when it is not this server's. */
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
  text: 'The address has no https: browsers warn visitors, and passkeys do not work.',
  fix: 'Let a proxy such as Caddy get a certificate, and set the address with https: padel-club help online.',
};
const UNTRUSTED_PROXY: AddressFinding = {
  kind: 'untrusted_proxy',
  text: 'A proxy forwards the visitors, but the site does not believe what it says of them: they share one limit.',
  fix: 'If the proxy is yours, start the site with TRUST_PROXY=true.',
};
const NO_VISITOR: AddressFinding = {
  kind: 'no_visitor',
  text: 'The proxy does not name its visitors, so all of them share one limit.',
  fix: 'Let it send the header X-Forwarded-For, as in padel-club help nginx.conf.',
};
const NO_SCHEME: AddressFinding = {
  kind: 'no_scheme',
  text: 'The proxy does not say whether a visitor came by https.',
  fix: 'Let it send the header X-Forwarded-Proto, as in padel-club help nginx.conf.',
};
const STREAMS_CUT: AddressFinding = {
  kind: 'streams_cut',
  text: 'Something on the way keeps answers back until they are whole, so the dashboard hears of a booking late.',
  fix: 'Turn buffering off: flush_interval -1 in Caddy, proxy_buffering off in nginx.',
};

function otherMachine(address: string, status: number): AddressFinding {
  return {
    kind: 'other_machine',
    text: `${address} answers, but not from this site (status ${status}).`,
    fix: 'Let its proxy or tunnel lead to this machine, or set the address at which this site is.',
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
      fix: 'Add an A record for it where you bought the name. It can take an hour until it counts.',
    };
  }
  if (TLS_CODES.test(said)) {
    return {
      kind: 'no_certificate',
      text: `${hostname} has no certificate that browsers trust.`,
      fix: 'Let the proxy get one: Caddy does so by itself, nginx with certbot. See padel-club help online.',
    };
  }
  return {
    kind: 'unreachable',
    text: /Timeout|timed out|abort/i.test(said)
      ? `${hostname} does not answer.`
      : `Nothing answers at ${hostname}.`,
    fix: 'Check that the proxy or the tunnel runs, and that ports 80 and 443 are open there.',
  };
}

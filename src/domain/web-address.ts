/** A name with a top-level domain of letters, such as `club.example:8443/padel`; neither an email nor an IP address. */
const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d{1,5})?([/?#]\S*)?$/u;

/** Adds the `https://` that people leave out: `club.example` becomes `https://club.example`. */
export function withHttps(address: string): string {
  return WITHOUT_SCHEME.test(address) ? `https://${address}` : address;
}

/** The address of a profile that was typed as `@club`; `site` is such as `www.instagram.com`. */
export function profileAddress(typed: string, site: string): string {
  const [, handle] = /^@([\w.-]+)$/.exec(typed) ?? [];
  return handle ? `https://${site}/${handle}` : withHttps(typed);
}

import { OAuth2Client, OAuth2RequestError } from 'oslo/oauth2';
import { type Secrets, SignInRefused, withPatience } from './provider.ts';

/** Authorization code with PKCE, by oslo: the address to go to, and what the code is exchanged for. */
export class CodeFlow {
  readonly #client: OAuth2Client;
  readonly #scopes: string[];

  constructor(options: {
    clientId: string;
    authorize: string;
    token: string;
    redirectUri: string;
    scopes: string[];
  }) {
    this.#scopes = options.scopes;
    this.#client = new OAuth2Client(options.clientId, options.authorize, options.token, {
      redirectURI: options.redirectUri,
    });
  }

  address(secrets: Secrets): Promise<URL> {
    return this.#client.createAuthorizationURL({
      state: secrets.state,
      codeVerifier: secrets.verifier,
      codeChallengeMethod: 'S256',
      scopes: this.#scopes,
    });
  }

  async exchange<T extends { access_token: string }>(
    code: string,
    secrets: Secrets,
    clientSecret: string,
  ): Promise<T> {
    try {
      return await withPatience(
        this.#client.validateAuthorizationCode<T>(code, {
          codeVerifier: secrets.verifier,
          credentials: clientSecret,
          authenticateWith: 'request_body',
        }),
      );
    } catch (error) {
      if (error instanceof SignInRefused) throw error;
      // Its error carries the request with our secret: only its words may go further.
      if (error instanceof OAuth2RequestError) throw new SignInRefused('refused', new Error(error.message));
      throw new SignInRefused('busy', error);
    }
  }
}

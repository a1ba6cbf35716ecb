import { OAuth2Client, OAuth2RequestError } from 'oslo/oauth2';
import { type AuthorizationChecks, SignInError, withTimeout } from './provider.ts';

/** Authorization code with PKCE, by oslo: the address to go to, and what the code is exchanged for. */
export class AuthorizationCodeFlow {
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

  authorizationUrl(checks: AuthorizationChecks): Promise<URL> {
    return this.#client.createAuthorizationURL({
      state: checks.state,
      codeVerifier: checks.verifier,
      codeChallengeMethod: 'S256',
      scopes: this.#scopes,
    });
  }

  async exchangeCode<T extends { access_token: string }>(
    code: string,
    checks: AuthorizationChecks,
    clientSecret: string,
  ): Promise<T> {
    try {
      return await withTimeout(
        this.#client.validateAuthorizationCode<T>(code, {
          codeVerifier: checks.verifier,
          credentials: clientSecret,
          authenticateWith: 'request_body',
        }),
      );
    } catch (error) {
      if (error instanceof SignInError) throw error;
      // Its error carries the request with our secret: only its words may go further.
      if (error instanceof OAuth2RequestError) throw new SignInError('refused', new Error(error.message));
      throw new SignInError('busy', error);
    }
  }
}

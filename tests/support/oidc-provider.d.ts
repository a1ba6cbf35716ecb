// The package has no types; the tests use only these parts.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    readonly Grant: new (
      options: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
  export const interactionPolicy: {
    base(): { add(prompt: object): void };
    Prompt: new (options: object) => object;
  };
}

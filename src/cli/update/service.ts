import { existsSync, readFileSync, realpathSync } from 'node:fs';

/** A club that this machine's service manager runs. */
export abstract class Service {
  /** The club's name, or the service's if it is the only one. */
  readonly name: string;
  readonly dataDir: string;
  readonly #settings: string;

  /** `settings` is the service's environment file. */
  constructor(name: string, dataDir: string, settings: string) {
    this.name = name;
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  /** What the service manager calls it. */
  abstract readonly unit: string;

  /** What a person does to read its log. */
  abstract readonly readLog: string;

  /** The executable that its next start runs; null if there is none. */
  abstract executable(): string | null;

  /** True for an executable copied into place by hand, which a link to the next one would replace. */
  abstract isFile(): boolean;

  /** Makes the next start run `executable`; there is never a moment without one. */
  abstract linkTo(executable: string): Promise<void>;

  /** Ends the old process before the new one starts. False if the service manager refuses. */
  abstract restart(): Promise<boolean>;

  /** It stays stopped until `restart`. Throws `OperatorError`. */
  abstract stop(): Promise<void>;

  /** True once the service manager has given up on it. */
  abstract hasFailed(): Promise<boolean>;

  /** The service's environment file, readable only by root; `NAME=value` or `NAME="value"` on each line. */
  variables(): Record<string, string> {
    if (!existsSync(this.#settings)) return {};
    const lines = readFileSync(this.#settings, 'utf8').matchAll(/^\s*(\w+)=(.*)$/gm);
    return Object.fromEntries(
      Array.from(lines, ([, name = '', value = '']) => [name, value.trim().replace(/^(["'])(.*)\1$/, '$2')]),
    );
  }

  variable(name: string): string | undefined {
    return this.variables()[name];
  }

  /** Whether the folder belongs to the service; systemd keeps a `DynamicUser`'s behind a link. */
  keeps(dataDir: string): boolean {
    const isThere = existsSync(this.dataDir) && existsSync(dataDir);
    return isThere && realpathSync(this.dataDir) === realpathSync(dataDir);
  }

  port(): string {
    return this.variable('PORT') ?? '3000';
  }

  /** The variables that say where it listens. */
  address(): Record<string, string> {
    const host = this.variable('HOST');
    return { PORT: this.port(), ...(host && { HOST: host }) };
  }
}

// The build writes these constants into the executable.

/** The program's version. */
export const VERSION = process.env.npm_package_version ?? 'development';

/** The public key of the publisher, in PEM; empty when the executable was built without one. */
export const RELEASE_KEY = process.env.RELEASE_KEY_PEM ?? '';

/** The system for which the executable was built, such as `linux-x64-musl`. */
export const RELEASE_SYSTEM = process.env.RELEASE_TARGET ?? `${process.platform}-${process.arch}`;

/** When the newest commit of the program was made, in epoch milliseconds. */
export const PROGRAM_DATE = Date.parse(process.env.COMMIT_DATE || '2026-11-01T00:00:00Z');

// Constants that the build writes into the executable.

export const VERSION = process.env.npm_package_version ?? 'development';

/** The publisher's public key in PEM; empty if the executable was built without one. */
export const RELEASE_KEY = process.env.RELEASE_KEY_PEM ?? '';

/** The system that the executable was built for, such as `linux-x64-musl`. */
export const RELEASE_SYSTEM = process.env.RELEASE_TARGET ?? `${process.platform}-${process.arch}`;

/** When the program's newest commit was made, in epoch milliseconds. */
export const PROGRAM_DATE = Date.parse(process.env.COMMIT_DATE || '2026-11-01T00:00:00Z');

/** A clock that shows an earlier time is wrong; the day allows for the clock of whoever made the commit. */
export const EARLIEST_TIME = PROGRAM_DATE - 24 * 60 * 60_000;

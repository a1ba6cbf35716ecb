/** The program's version, written into the executable when it is built. */
export const VERSION = process.env.npm_package_version ?? 'development';

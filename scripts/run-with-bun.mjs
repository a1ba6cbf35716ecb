// `node scripts/run-with-bun.mjs FILE [ARGUMENTS]`: installs the pinned Bun and the packages, then runs the file with
// Bun. Every npm script starts here, so that each works on a fresh clone.
import { prepare, runUntilExit } from './toolchain.mjs';

runUntilExit(prepare(), process.argv.slice(2));

// `npm test`: installs, then hands over to scripts/test.ts.
import { prepare, run } from './toolchain.mjs';

const bun = prepare();
run(bun, ['scripts/test.ts', ...process.argv.slice(2)]);

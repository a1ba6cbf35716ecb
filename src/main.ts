import { run } from '../scripts/admin/run.ts';

process.exitCode = await run(process.argv.slice(2), process.env);

/**
 * Runs Lighthouse (mobile) on the pages for visitors: `bun scripts/bench/lighthouse.ts [--rounds 3]`, after a build
 * and while nothing else runs, because other work on the processor lowers the scores. Lighthouse is fetched for the
 * run and is not a dependency: it has more packages than the project.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findOrInstallChromium } from '../find-or-install-chromium.ts';
import { median, startServer } from './harness.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const PATHS = ['/', '/booking', '/contact', '/return-refund-policy', '/login'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const TIMING_AUDITS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
};

interface LighthouseReport {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const tempDir = mkdtempSync(join(tmpdir(), 'padel-lighthouse-'));
const chromium = await findOrInstallChromium();
const clubServer = await startServer([resolve(import.meta.dir, '../../dist/padel-club'), 'serve'], {
  DATA_DIR: tempDir,
  PORT: '0',
  HOST: '127.0.0.1',
});
try {
  const head = ['Page', ...CATEGORIES, ...Object.values(TIMING_AUDITS)];
  console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
  for (const path of PATHS) {
    const reports: LighthouseReport[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) reports.push(await runLighthouse(path));
    const scores = CATEGORIES.map((category) =>
      Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100),
    );
    const times = Object.keys(TIMING_AUDITS).map(
      (audit) => `${Math.round(median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0)))} ms`,
    );
    console.log(`| ${[path, ...scores, ...times].join(' | ')} |`);
  }
} finally {
  await clubServer.stop();
  rmSync(tempDir, { recursive: true, force: true });
}

/** Runs Lighthouse once; on a busy machine the browser's trace sometimes fails, so it is retried. */
async function runLighthouse(path: string, attempts = 3): Promise<LighthouseReport> {
  const file = join(tempDir, 'report.json');
  const child = Bun.spawn(
    [
      ...[process.execPath, 'x', LIGHTHOUSE, clubServer.url + path, '--quiet', '--output=json'],
      ...[`--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdout: 'ignore', stderr: 'inherit' },
  );
  if ((await child.exited) !== 0) {
    if (attempts > 1) return runLighthouse(path, attempts - 1);
    throw new Error(`Lighthouse failed on ${path}`);
  }
  return (await Bun.file(file).json()) as LighthouseReport;
}

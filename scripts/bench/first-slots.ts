import type { Browser, BrowserContext } from 'playwright';
import type { BenchmarkRow } from './format-result-table.ts';
import { median } from './harness.ts';
import { openMobilePage, SLOW_NETWORK, throttlePage } from './phone-emulation.ts';

/** When ten free slots stand wholly on a phone's screen, on the first visit and on the next one. */
export async function measureFirstSlots(
  browser: Browser,
  address: string,
  rounds: number,
): Promise<BenchmarkRow[]> {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const { context, page } = await openMobilePage(browser);
    await page.close();
    cold.push(await visit(context, address));
    warm.push(await visit(context, address));
    await context.close();
  }
  return [
    row('ten free slots on /booking, first visit', median(cold), 1200),
    row('ten free slots on /booking, next visit', median(warm), 900),
  ];
}

function row(metric: string, ms: number, goal: number): BenchmarkRow {
  return { metric, value: `${ms.toFixed(0)} ms`, ratio: ms / goal, goal: `≤ 1 × ${goal} ms` };
}

interface Recorder {
  seenAt?: number;
}

async function visit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(recordTenSlots);
  await throttlePage(page, SLOW_NETWORK);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => (globalThis as Recorder).seenAt !== undefined);
  const seenAt = await page.evaluate(() => (globalThis as Recorder).seenAt ?? 0);
  await page.close();
  return seenAt;
}

/** Runs in the page: looks in each frame after it was drawn. */
function recordTenSlots(): void {
  const look = () => {
    const bottom = document.querySelector('.booking-bar')?.getBoundingClientRect().top ?? innerHeight;
    const visible = [...document.querySelectorAll('.slot:not(:disabled)')].filter((slot) => {
      const box = slot.getBoundingClientRect();
      return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= bottom;
    });
    if (visible.length >= 10) (globalThis as Recorder).seenAt = performance.now();
    else requestAnimationFrame(() => setTimeout(look));
  };
  requestAnimationFrame(() => setTimeout(look));
}

import axe from 'axe-core';
import type { Page } from 'playwright';

/** The violations that axe finds on the current page, up to WCAG 2.2 AA. */
export async function findAxeViolations(page: Page): Promise<{ id: string; where: string[] }[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // @ts-expect-error: the script above defines it
    const result = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return result.violations.map(
      (violation: { id: string; nodes: { html: string; failureSummary: string }[] }) => ({
        id: violation.id,
        where: violation.nodes.map(
          (node) => `${node.html.slice(0, 160)} ${node.failureSummary.split('\n')[1] ?? ''}`,
        ),
      }),
    );
  });
}

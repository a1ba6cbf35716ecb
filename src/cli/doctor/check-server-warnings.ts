import type { Config } from '../../config/load-config.ts';
import { localUrl } from '../../config/reachable-url.ts';
import { diskFullText } from '../../db/disk-room.ts';
import { RESTORE_COMMAND } from '../../db/operator-error.ts';
import { readServerNote } from '../../db/server-note.ts';
import { clubCommand } from '../club-command.ts';
import { type CheckContext, type Finding, fail, warn } from './finding.ts';

/** What the running server has noticed; nothing if no server answers. */
export async function checkRunningServer({ config }: CheckContext): Promise<Finding[]> {
  const { warnings } = await readWarnings(config);
  const findings: Finding[] = [];
  if (warnings.includes('database_replaced')) {
    findings.push(
      fail(
        'The running server has lost its database: club.db was replaced or removed.',
        'Stop the server, put club.db back and start it again. To replace a club use: padel-club restore',
      ),
    );
  }
  if (warnings.includes('database_damaged')) {
    findings.push(
      fail(
        'The running server found a damaged page in the database and is saving nothing.',
        `Stop the server and restore the newest backup: ${RESTORE_COMMAND}`,
      ),
    );
  }
  if (warnings.includes('disk_full')) {
    findings.push(
      fail('The running server is saving nothing, because the disk is full.', diskFullText(config.dataDir)),
    );
  }
  if (warnings.includes('clock_unconfirmed')) {
    findings.push(
      warn(
        'The machine was off or its clock jumped, so the running server releases, reminds and deletes nothing for ten minutes.',
        `Set the clock if it is wrong. If it is right: ${clubCommand(config.dataDir, 'confirm-clock')}`,
      ),
    );
  }
  if (warnings.includes('untrusted_proxy')) {
    findings.push(
      warn(
        'A proxy forwards requests, but TRUST_PROXY is not set: all visitors share one rate limit.',
        'If the proxy is yours, start the server with TRUST_PROXY=1.',
      ),
    );
  }
  return findings;
}

interface Warnings {
  warnings: readonly string[];
  opened_at?: string;
}

/** Empty if no server answers. */
export async function readWarnings(config: Config): Promise<Warnings> {
  const { host, port } = readServerNote(config.dataDir) ?? config;
  try {
    const response = await fetch(`${localUrl(host, port)}/api/health`, {
      signal: AbortSignal.timeout(2000),
    });
    return { warnings: [], ...((await response.json()) as Partial<Warnings>) };
  } catch {
    return { warnings: [] };
  }
}

import type { Command } from '../../src/cli/command.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import { confirmClock } from './confirm-clock.ts';
import { copy } from './copy.ts';
import { demo } from './demo.ts';
import { demote } from './demote.ts';
import { doctor } from './doctor.ts';
import { exportCsv } from './export.ts';
import { install } from './install.ts';
import { newClub } from './new-club.ts';
import { offlinePage } from './offline-page.ts';
import { promote } from './promote.ts';
import { rehearse } from './rehearse.ts';
import { resetPassword } from './reset-password.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { settings } from './settings.ts';
import { setupLink } from './setup-link.ts';
import { uninstall } from './uninstall.ts';
import { update } from './update.ts';
import { version } from './version.ts';

/**
 * Every command, in help order. Each file in this folder declares one command and calls what does the work. Imports
 * go one way: `src/main.ts` → this list → `src/cli` and the modules.
 */
export const COMMANDS: readonly Command[] = [
  serve,
  setupLink,
  promote,
  demote,
  resetPassword,
  resetSecondFactor,
  backup,
  copy,
  rehearse,
  restore,
  newClub,
  doctor,
  check,
  confirmClock,
  exportCsv,
  settings,
  offlinePage,
  demo,
  install,
  uninstall,
  update,
  version,
];

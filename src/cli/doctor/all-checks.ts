import { checkBackupFiles, checkCopyInBucket, checkCopyInFolder } from './check-backup-files.ts';
import { checkBackups, checkCopies } from './check-backups.ts';
import { checkClock, checkQuietTime, checkTimeServer } from './check-clock.ts';
import {
  checkDiskSpace,
  checkNetworkShare,
  checkOwners,
  checkPermissions,
  checkRestoreLeftovers,
} from './check-environment.ts';
import {
  checkChannels,
  checkMail,
  checkPayments,
  checkS3,
  checkSignInProviders,
  checkTextMessages,
} from './check-external-services.ts';
import { checkPublicAddress, checkSiteAddress } from './check-public-address.ts';
import {
  checkAdmins,
  checkBooks,
  checkFutureInstants,
  checkOffers,
  checkOutbox,
  checkTemplates,
} from './check-records.ts';
import { checkRunningServer } from './check-server-warnings.ts';
import { checkBankQrImage, checkClubFacts, checkSettings } from './check-settings.ts';
import type { Check, CheckContext, DatabaseCheckContext } from './finding.ts';

/** Everything `doctor` checks, in output order. To add a check, write a `Check` and list it here. */
export const CHECKS: {
  /** Settings, files, the disk and the clock. */
  machine: readonly Check<CheckContext>[];
  /** Database rows; skipped if the database is damaged or has another schema. */
  database: readonly Check<DatabaseCheckContext>[];
  /** Other machines; skipped by `--offline`. */
  network: readonly Check<CheckContext>[];
  /** The same, for what needs the club's secret. */
  address: readonly Check<DatabaseCheckContext>[];
} = {
  machine: [
    // Must come before any check that opens the database, because SQLite then creates files next to it.
    checkOwners,
    checkSettings,
    checkPermissions,
    checkDiskSpace,
    checkNetworkShare,
    checkClock,
    checkRestoreLeftovers,
    checkRunningServer,
  ],
  database: [
    checkBooks,
    checkOffers,
    // Without an owner, nobody can follow the advice of the checks below.
    checkAdmins,
    checkClubFacts,
    checkBankQrImage,
    checkSiteAddress,
    checkOutbox,
    checkTemplates,
    checkBackups,
    checkBackupFiles,
    checkCopies,
    checkCopyInFolder,
    checkFutureInstants,
    checkQuietTime,
  ],
  network: [
    checkTimeServer,
    checkMail,
    checkTextMessages,
    checkChannels,
    checkSignInProviders,
    checkPayments,
    checkS3,
    checkCopyInBucket,
  ],
  address: [checkPublicAddress],
};

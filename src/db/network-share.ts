import { statfsSync } from 'node:fs';

/** File systems stored on another machine, or on a virtual machine's host, by their statfs(2) numbers. */
const NETWORK_SHARES: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9P',
  12805120: 'Ceph',
  198183888: 'Lustre',
  1397113167: 'AFS',
  1799439955: 'AFS',
  1937076805: 'Coda',
  2020557398: 'VirtualBox',
};
/** Also used for disks of this machine, such as one from Windows. */
const FUSE = 0x65735546;

export interface ShareWarning {
  text: string;
  fix: string;
  /** False for a file system that may be on a local disk. */
  isCertain: boolean;
}

/** A warning for the operator when a club's folder is on a network share; otherwise null. */
export function networkShareWarning(
  dataDir: string,
  type: number = statfsSync(dataDir).type,
): ShareWarning | null {
  // The kernel's number may be signed.
  const number = type >>> 0;
  const name = NETWORK_SHARES[number];
  if (name === undefined && number !== FUSE) return null;
  const reason =
    'SQLite needs shared memory and locks that hold; a network share offers neither, so bookings can be lost or the database damaged.';
  const move = `Stop the site, copy ${dataDir} to a local disk and name it with --data or DATA_DIR. Backups and copies may stay on the share.`;
  return name === undefined
    ? {
        text: `${dataDir} is on a FUSE file system, which is often a network share.`,
        fix: `If it is one, move the folder. ${reason} ${move}`,
        isCertain: false,
      }
    : { text: `${dataDir} is on a network share (${name}).`, fix: `${reason} ${move}`, isCertain: true };
}

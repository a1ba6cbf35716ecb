/** An error that only the operator can fix; the message says what is wrong and what to do. */
export class OperatorError extends Error {}

/** A club was here and its database is not. No new start mends it, so a service must not try again. */
export class LostClubError extends OperatorError {}

/** What an operator types when the database file cannot be read any more. */
export const RESTORE_COMMAND = 'padel-club restore FILE';
export const DATABASE_DAMAGED = `The database is damaged, probably by the disk. Stop the site and restore the newest backup: ${RESTORE_COMMAND}`;

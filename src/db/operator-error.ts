/** An error that only the operator can fix; the message says what is wrong and what to do. */
export class OperatorError extends Error {}

/** There was a club here, but its database is gone. Restarting won't help, so a service must not try again. */
export class LostClubError extends OperatorError {}

/** For the operator to run when the database file is unreadable. */
export const RESTORE_COMMAND = 'padel-club restore FILE';
export const DATABASE_DAMAGED = `The database is damaged, probably by the disk. Stop the site and restore the newest backup: ${RESTORE_COMMAND}`;

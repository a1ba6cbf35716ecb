/** An error that only the operator can fix; the message says what is wrong and what to do. */
export class OperatorError extends Error {}

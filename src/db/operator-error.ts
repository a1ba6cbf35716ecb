/** Something only the person who runs the program can mend; the message says what is wrong and what to do. */
export class OperatorError extends Error {}

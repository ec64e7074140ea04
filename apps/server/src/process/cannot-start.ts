/** Why nothing works here, in one line that says how to mend it; it holds no password. */
export class CannotStart extends Error {}

/** The same where starting again does not help before somebody has mended something. */
export class Misconfigured extends CannotStart {}

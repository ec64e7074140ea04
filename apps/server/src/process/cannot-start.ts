/** An error whose message says in one line how to fix the fault, without passwords. */
export class CannotStart extends Error {}

/** A fault that a restart cannot fix; someone must change something first. */
export class Misconfigured extends CannotStart {}

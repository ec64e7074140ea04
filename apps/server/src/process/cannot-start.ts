/** A fault in one line that says how to mend it, without passwords. */
export class CannotStart extends Error {}

/** A fault that a restart cannot mend; someone must change something first. */
export class Misconfigured extends CannotStart {}

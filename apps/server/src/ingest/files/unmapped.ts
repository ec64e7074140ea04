/**
 * Thrown when a file to convert has the wrong format, or when its mapping file lacks a name or does not fit a
 * record. The message says which.
 */
export class Unmapped extends Error {}

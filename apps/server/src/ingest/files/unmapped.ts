/**
 * The file has the wrong format, or the mapping does not cover a record; the message says what the mapping
 * lacks.
 */
export class Unmapped extends Error {}

/** The wrong file, or a record that the mapping does not cover. The message says what to add where. */
export class Unmapped extends Error {}

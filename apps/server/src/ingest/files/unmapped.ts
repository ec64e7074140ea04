/** A file that is another one, or a record that does not fit the mapping. The message says what to add to which. */
export class Unmapped extends Error {}

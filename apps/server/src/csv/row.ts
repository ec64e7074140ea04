/**
 * One row of a file: its first line (from 1), its length in characters, and its value or why it is
 * unreadable.
 */
export type Row = { line: number; size: number } & ({ value: Record<string, unknown> } | { fault: string })

/** Fields of a record, and which of them are lists. */
export type Fields = { fields: readonly string[]; lists: readonly string[] }

/** In characters. Without a limit, a file without line ends would be held in memory as a whole. */
export const LONGEST_ROW = 16 * 1024 * 1024

/** A file that cannot be read, for example because of its encoding. The message says where and how to fix it. */
export class UnreadableFile extends Error {}

/** One row of a file: the line it begins on, counted from 1, its characters, and what stands there or why it cannot be read. */
export type Row = { line: number; size: number } & ({ value: Record<string, unknown> } | { fault: string })

/** What a file may hold: its fields, and those of them that are lists. */
export type Fields = { fields: readonly string[]; lists: readonly string[] }

/** In characters. Without a limit a file that lacks its line ends would be held in memory whole. */
export const LONGEST_ROW = 16 * 1024 * 1024

/** A file that cannot be read as what it claims to be. The message says where and what to mend. */
export class UnreadableFile extends Error {}

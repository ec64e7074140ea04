type Part = { output: string; main: string; sources: string[] }

export const parts: { server: Part; web: Part }
/** Whether the output is what its sources give now. */
export function isBuilt(part: Part): boolean
/** Of files and folders of the project, without tests and what is built. */
export function hashOfSources(part: { sources: string[] }): string

type Part = { output: string; main: string; sources: string[] }

export const parts: { server: Part; web: Part }
/** Whether the output matches its current sources. */
export function isBuilt(part: Part): boolean
/** Hash of files and folders of the project, without tests and build output. */
export function hashOfSources(part: { sources: string[] }): string

export const serverFlags: string[]
export const serverEnvironment: Readonly<Record<string, string>>

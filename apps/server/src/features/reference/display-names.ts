/** Joins display names for a sentence; a name that is no longer listed appears as its system name. */
export const joinDisplayNames = (
  systemNames: readonly string[],
  known: ReadonlyMap<string, string>,
): string => systemNames.map((name) => known.get(name) ?? name).join(', ')

/** Display names for a sentence; a name that is not listed any more stays a system name. */
export const joinDisplayNames = (
  systemNames: readonly string[],
  known: ReadonlyMap<string, string>,
): string => systemNames.map((name) => known.get(name) ?? name).join(', ')

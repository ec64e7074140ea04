/** Names as people read them, for a sentence; what is not listed any more is called as it was. */
export const namesOf = (systemNames: readonly string[], known: ReadonlyMap<string, string>): string =>
  systemNames.map((name) => known.get(name) ?? name).join(', ')

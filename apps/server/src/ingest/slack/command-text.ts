// Reads what people type behind /aviary. Slack escapes it, and writes people, channels and links in angle brackets.

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The text as it was typed: people and channels by their names, links by their addresses. */
export const toTyped = (text: string): string =>
  text
    .replaceAll(/<([@#])[^|<>]+\|([^<>]+)>/g, '$1$2')
    .replaceAll(/<([@#][^|<>]+)\|?>/g, '$1')
    .replaceAll(/<(?:mailto:)?([^|<>]+)(?:\|[^<>]*)?>/g, '$1')
    .replaceAll(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)

/** The first word and what follows it. */
export function splitWord(text: string): { word: string; rest: string } {
  const word = /\S+/.exec(text)?.[0] ?? ''
  return { word, rest: text.slice(text.indexOf(word) + word.length).trim() }
}

const INCIDENT_ID = /(^|[ \t])([a-z][a-z0-9]*-\d+)(?=[\s:,]|$)/i

/** Takes the first id of an incident out of the first line. */
export function takeIncidentId(text: string): { jiraId: string | undefined; rest: string } {
  const [line = '', ...lines] = text.split('\n')
  const found = INCIDENT_ID.exec(line)
  if (!found?.[2]) return { jiraId: undefined, rest: text.trim() }
  const after = line.slice(found.index + found[0].length).replace(/^[:,]/, '')
  const before = line.slice(0, found.index)
  const rest = [`${before.trim()} ${after.trim()}`.trim(), ...lines].join('\n')
  return { jiraId: found[2].toUpperCase(), rest: rest.trim() }
}

/** Finds the option whose name the text begins with, the longest first, whatever its case. */
export function takeName<T>(
  text: string,
  options: readonly T[],
  namesOf: (option: T) => readonly string[],
): { option: T | undefined; rest: string } {
  const lower = text.toLowerCase()
  const named = options
    .flatMap((option) => namesOf(option).map((name) => ({ option, name: name.toLowerCase() })))
    .filter(({ name }) => lower.startsWith(name) && /^(?:[\s:,.]|$)/.test(lower.slice(name.length)))
    .toSorted((a, b) => b.name.length - a.name.length)[0]
  if (!named) return { option: undefined, rest: text }
  return { option: named.option, rest: text.slice(named.name.length).replace(/^[\s:,.]+/, '') }
}

/** The account of a person that Slack names in angle brackets; undefined for anything else. */
export const toMentioned = (word: string): string | undefined =>
  /^<@([A-Z0-9]+)(?:\|[^<>]*)?>$/.exec(word)?.[1]

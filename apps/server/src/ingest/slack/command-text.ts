// Reads what people type behind /aviary. Slack escapes it, and writes people, channels and links in angle brackets.

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Around a person that Slack has named, in text as it was typed: characters that nobody types. */
const [BEGIN, END] = ['\ue000', '\ue001']

/** The text as it was typed: channels by their names, links by their addresses, people still to be found. */
export const toTyped = (text: string): string =>
  text
    .replaceAll(/<@([^<>]+)>/g, `${BEGIN}$1${END}`)
    .replaceAll(/<#[^|<>]+\|([^<>]+)>/g, '#$1')
    // Groups, dates and words for all, such as `<!here>`, by what Slack shows in their place.
    .replaceAll(/<![^|<>]*\|([^<>]+)>/g, '$1')
    .replaceAll(/<!([a-z]+)>/g, '@$1')
    .replaceAll(/<(?:mailto:)?([^|<>]+)(?:\|[^<>]*)?>/g, '$1')
    .replaceAll(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)

/** People by their names, as in a note. */
export const toNamed = (typed: string): string =>
  typed.replaceAll(/\ue000(?:[^|\ue001]*\|)?([^\ue001]*)\ue001/g, '@$1')

const MENTION = /\ue000([A-Z0-9]+)(?:\|[^\ue001]*)?\ue001/g

/** The same with names that are asked for by the ids of people. */
export async function nameMentioned(typed: string, nameOf: (id: string) => Promise<string>): Promise<string> {
  const names = new Map<string, string>()
  for (const [, id = ''] of typed.matchAll(MENTION)) names.set(id, await nameOf(id))
  return toNamed(typed.replaceAll(MENTION, (_, id: string) => `@${names.get(id) ?? id}`))
}

/** The first word and what follows it. */
export function splitWord(text: string): { word: string; rest: string } {
  const word = /\S+/.exec(text)?.[0] ?? ''
  return { word, rest: text.slice(text.indexOf(word) + word.length).trim() }
}

const INCIDENT_ID = /^[a-z][a-z0-9]*-\d+[:,]?$/i

/** Takes the id of an incident from the beginning of a text, where it is its first word. */
export function takeIncidentId(text: string): { jiraId: string | undefined; rest: string } {
  const { word, rest } = splitWord(text)
  if (!INCIDENT_ID.test(word)) return { jiraId: undefined, rest: text.trim() }
  return { jiraId: word.replace(/[:,]$/, '').toUpperCase(), rest }
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

/** The account of a person that Slack has named; undefined for anything else. */
export const toMentioned = (word: string): string | undefined =>
  /^\ue000([A-Z0-9]+)(?:\|[^\ue001]*)?\ue001$/.exec(word)?.[1]

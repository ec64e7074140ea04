/** Characters of an incident's details that are compared; longer ones mostly repeat what the beginning says. */
export const COMPARED_CHARACTERS = 1_000

const FEWEST_LETTERS = 4
/** Longer ones are not words but ids, or sentences of a language that writes without blanks. */
const MOST_CHARACTERS = 40
/** Different words of one text that are compared. */
const MOST_WORDS = 40

/** Words that join others, and words that describe any incident. */
const STOP_WORDS = new Set(
  [
    'about after again also because been before being cannot could does doing down during each every from have having here',
    'into just many more most much near only other over same several should since some such than that their them then there',
    'these they this those through time under until very were what when where which while will with within without would your',
    'affected customer customers data center error errors experience experiencing fail failed failing failure fails happened',
    'incident incidents investigating issue issues problem problems report reported reporting service services unable user users',
    'aber auch beim dass dem den eine einem einen einer kann kein keine können nach nicht noch oder sich sind über wird wurde zwischen',
    'cuando desde este esta está están hasta para pero porque puede pueden sobre avec cette dans depuis leur mais pour sont tous',
    'como mais muito não nosso pela pelo quando também',
  ].flatMap((line) => line.split(' ')),
)

const countLetters = (word: string): number => word.match(/\p{L}/gu)?.length ?? 0

/** The different words of the beginning of a text, in lower case and in their order. */
export const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, COMPARED_CHARACTERS)
      .replaceAll(/<[^>]*>|&#?\w+;/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  )

/** Those words that tell what a text is about: at least four letters, no number and no stop word. */
export const significantWords = (text: string): string[] =>
  [...wordsIn(text)]
    .filter(
      (word) =>
        word.length <= MOST_CHARACTERS && countLetters(word) >= FEWEST_LETTERS && !STOP_WORDS.has(word),
    )
    .slice(0, MOST_WORDS)

/** Stems of irregular forms, as the rules of `stemOf` give them for the base form. */
const IRREGULAR: Readonly<Record<string, string>> = {
  kept: 'keep',
  made: 'mak',
  sent: 'send',
  held: 'hold',
  got: 'get',
  given: 'giv',
  gave: 'giv',
  told: 'tell',
  taken: 'tak',
  took: 'tak',
  written: 'writ',
  wrote: 'writ',
  gone: 'go',
  left: 'leav',
  said: 'say',
}

/** Returns the stem of a word: "lists", "listed" and "listing" have the same stem. */
const stemOf = (word: string): string => {
  const lower = word.toLowerCase()
  return IRREGULAR[lower] ?? lower.replace(/(?:ies|ied|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '')
}

const STOP_WORDS = new Set(
  'a an the of for to in on at from by with and or not is are be was were has have it that one'.split(' '),
)

/** Returns the stems of the significant words of a text. */
export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !STOP_WORDS.has(word.toLowerCase()))
      .map((word) => stemOf(word)),
  )

export interface TextRange {
  readonly start: number
  readonly end: number
}

export interface CueMatch {
  readonly value: TextRange
  readonly gap: string
  readonly cue: string
  readonly side: 'before' | 'after'
}

const escapePattern = (text: string): string =>
  text
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replaceAll(' ', String.raw`\s{1,2}`)
    .replaceAll('ss', '(?:ss|ß)')
    .replaceAll(String.raw`\*`, String.raw`\p{L}{0,14}`)

/**
 * Returns a pattern that matches words in lower and upper case. `(?i:…)` is equivalent, but V8 13.6 compiles such
 * patterns into code with other matches than its interpreter.
 */
export const anyCase = (words: string): string =>
  words.replaceAll(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)

export const listsOf = (words: Readonly<Record<string, string>>): string[][] =>
  Object.values(words).map((line) => line.split('|'))

/**
 * Returns a pattern of whole cues for folded text. Cues are grouped by their first letter, so that a word that starts
 * no cue costs one comparison. `*` matches any ending; `ending` can follow each cue.
 */
export const cuePattern = (lists: readonly (readonly string[])[], ending = ''): RegExp => {
  const cues = [...new Set(lists.flat())].sort((a, b) => b.length - a.length)
  const groups = [...Map.groupBy(cues, (cue) => cue.charAt(0))].map(
    ([first, group]) => `${escapePattern(first)}(?:${group.map((cue) => escapePattern(cue.slice(1))).join('|')})`,
  )
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${groups.join('|')})${ending}(?![\p{L}])`, 'gu')
}

export const rangesOf = (text: string, pattern: RegExp): TextRange[] =>
  [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))

/**
 * Pairs values with the nearest cue before and after them within the given number of characters. Both lists must be
 * ordered by position.
 */
export const pairWithCues = (
  text: string,
  { values, cues }: { readonly values: readonly TextRange[]; readonly cues: readonly TextRange[] },
  maxDistance: { readonly before: number; readonly after: number },
): CueMatch[] => {
  let nextIndex = 0
  return values.flatMap((value): CueMatch[] => {
    while (nextIndex < cues.length && (cues[nextIndex]?.end ?? 0) <= value.start) nextIndex++
    const previousCue = cues[nextIndex - 1]
    const nextCue = cues[nextIndex]
    const pairs: CueMatch[] = []
    const cueOf = ({ start, end }: TextRange): string => text.slice(start, end)
    if (previousCue && value.start - previousCue.end <= maxDistance.before)
      pairs.push({ value, gap: text.slice(previousCue.end, value.start), cue: cueOf(previousCue), side: 'before' })
    if (nextCue && nextCue.start >= value.end && nextCue.start - value.end <= maxDistance.after)
      pairs.push({ value, gap: text.slice(value.end, nextCue.start), cue: cueOf(nextCue), side: 'after' })
    return pairs
  })
}

const ABBREVIATED =
  /(?<!\p{L})(n|no|nr|nro|num|numb|n.o|n°|ref|rif|art|nac|dr|dra|sr|sra|sig|tel|cod|cf|pol|cl|kd|st|mr|mrs|ms|mme|m|d|p|c|z|b|u|a|o|s|e)\./gu

/** A sentence that continues the previous one: "… is wrong! Right is", "… my SIN! I gave". */
const CONTINUED =
  /[.!?]{1,5}\s{1,2}(?:i gave(?: them| it)?|it is|it's|its|mine is|here it is|right is|correct is|it should be|richtig ist|richtig ware|korrekt ist|es ist|er ist|sie ist|lautet|c['’]est|le bon est|la bonne est|voici|es el|es la|el correcto es|la correcta es|o certo e|o correto e|a certa e|quello giusto e|quella giusta e|e il|e la|ho dato|het is|juist is|moet zijn)\s{0,2}[:=]?\s{0,2}$/u

/** Checks if a sentence ends in the gap. The period of an abbreviated cue does not end a sentence. */
export const endsSentence = (gap: string): boolean =>
  !CONTINUED.test(gap) && /[^\s.][.!?]\s|^[!?]|[!?]\s|\n\s{0,3}\n/.test(gap.replaceAll(ABBREVIATED, '$1 '))

export const wordsIn = (gap: string): readonly string[] => gap.match(/[\p{L}\p{N}\ufffc]+/gu) ?? []

import type { Oklch } from './oklch.ts'
import {
  COLOR_WORDS,
  GROUND_WORDS,
  type Ground,
  SUBJECT_WORDS,
  type Subject,
  TIME_WORDS,
  type Time,
  WEATHER_WORDS,
  type Weather,
} from './words.ts'

/** The recognized parts of a prompt. Missing parts are chosen by the seed. */
export interface Brief {
  readonly subjects: readonly { readonly name: Subject; readonly color: Oklch | undefined }[]
  readonly grounds: readonly Ground[]
  readonly time: Time | undefined
  readonly weathers: ReadonlySet<Weather>
  readonly colors: readonly Oklch[]
  readonly waterColor: Oklch | undefined
  /** Words of the negative prompt. */
  readonly excluded: ReadonlySet<Subject | Ground | Weather | Time>
}

type Index<T extends string> = ReadonlyMap<string, T>

const indexOf = <T extends string>(lexicon: Readonly<Record<T, string>>): Index<T> =>
  new Map((Object.entries(lexicon) as [T, string][]).flatMap(([name, words]) => words.split(' ').map((w) => [w, name])))

const SUBJECTS = indexOf(SUBJECT_WORDS)
const GROUNDS = indexOf(GROUND_WORDS)
const TIMES = indexOf(TIME_WORDS)
const WEATHERS = indexOf(WEATHER_WORDS)

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Splits into words and emoji, in lower case.
 * Removes what does not change a word: variation selectors, the possessive `'s` and the Japanese particle `の`.
 */
const wordsOf = (text: string): string[] => {
  const joined = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\uFE0E\uFE0F]|'s\b/gu, '')
    .replace(/\b(northern lights|milky way|blue sky)\b/gu, (pair) => pair.replace(' ', '\u00B7'))
  return [...SEGMENTS.segment(joined)]
    .map(({ segment }) => segment.replace('\u00B7', '-').replace(/の$/u, '').trim())
    .filter(Boolean)
}

const meaningsIn = <T>(words: readonly string[], index: ReadonlyMap<string, T>): T[] => [
  ...new Set(words.flatMap((word) => index.get(word) ?? [])),
]

/** Returns the first time of day in the prompt. Neon takes precedence over the night that it implies. */
const timeOf = (words: readonly string[], isWanted: (time: Time) => boolean): Time | undefined => {
  const times = meaningsIn(words, TIMES).filter(isWanted)
  return times.includes('neon') ? 'neon' : times[0]
}

/** A color in the two words before a subject applies to the subject: "a red sailing boat on a blue sea". */
const subjectsOf = (words: readonly string[]) => {
  const subjects = new Map<Subject, Oklch | undefined>()
  const usedWords = new Set<number>()
  words.forEach((word, position) => {
    const name = SUBJECTS.get(word)
    if (!name || subjects.get(name)) return
    const followsNoun = SUBJECTS.has(words[position - 1] ?? '') || GROUNDS.has(words[position - 1] ?? '')
    const colorIndex = (followsNoun ? [] : [position - 1, position - 2]).find(
      (candidate) => COLOR_WORDS.has(words[candidate] ?? '') && !usedWords.has(candidate),
    )
    if (colorIndex !== undefined) usedWords.add(colorIndex)
    subjects.set(name, colorIndex === undefined ? COLOR_WORDS.get(word) : COLOR_WORDS.get(words[colorIndex] ?? ''))
  })
  let waterColor: Oklch | undefined
  words.forEach((word, index) => {
    if (GROUNDS.get(word) !== 'sea' || usedWords.has(index - 1)) return
    waterColor ??= COLOR_WORDS.get(words[index - 1] ?? '')
    if (waterColor) usedWords.add(index - 1)
  })
  const colors = words.flatMap((word, index) => (usedWords.has(index) ? [] : (COLOR_WORDS.get(word) ?? [])))
  return { subjects: [...subjects].map(([name, color]) => ({ name, color })), colors, waterColor }
}

export const readPrompt = (prompt: string, negativePrompt = ''): Brief => {
  const words = wordsOf(prompt).filter((word) => /[\p{L}\p{N}\p{S}]/u.test(word))
  const negativeWords = wordsOf(negativePrompt)
  const excluded = new Set<Subject | Ground | Weather | Time>([
    ...meaningsIn(negativeWords, SUBJECTS),
    ...meaningsIn(negativeWords, GROUNDS),
    ...meaningsIn(negativeWords, WEATHERS),
    ...meaningsIn(negativeWords, TIMES),
  ])
  const isWanted = (name: Subject | Ground | Weather | Time): boolean => !excluded.has(name)
  const { subjects, colors, waterColor } = subjectsOf(words)
  const unwantedColors = new Set(meaningsIn(negativeWords, COLOR_WORDS))
  return {
    waterColor,
    subjects: subjects.filter(({ name }) => isWanted(name)),
    grounds: meaningsIn(words, GROUNDS).filter(isWanted),
    time: timeOf(words, isWanted),
    weathers: new Set(meaningsIn(words, WEATHERS).filter(isWanted)),
    colors: [...new Set(colors)].filter((color) => !unwantedColors.has(color)),
    excluded,
  }
}

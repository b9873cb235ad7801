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

/** The recognized parts of a prompt. Any part may be missing; the scene then follows from the seed. */
export interface Brief {
  readonly subjects: readonly { readonly what: Subject; readonly color: Oklch | undefined }[]
  readonly grounds: readonly Ground[]
  readonly time: Time | undefined
  readonly weathers: ReadonlySet<Weather>
  readonly colors: readonly Oklch[]
  readonly waterColor: Oklch | undefined
  readonly without: ReadonlySet<Subject | Ground | Weather | Time>
}

type Index<T extends string> = ReadonlyMap<string, T>

const indexOf = <T extends string>(lexicon: Readonly<Record<T, string>>): Index<T> =>
  new Map((Object.entries(lexicon) as [T, string][]).flatMap(([what, words]) => words.split(' ').map((w) => [w, what])))

const SUBJECTS = indexOf(SUBJECT_WORDS)
const GROUNDS = indexOf(GROUND_WORDS)
const TIMES = indexOf(TIME_WORDS)
const WEATHERS = indexOf(WEATHER_WORDS)

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'word' })

/** Splits into words and emoji, in lower case; variation selectors and plural apostrophes do not change a word. */
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

const allOf = <T>(words: readonly string[], index: ReadonlyMap<string, T>): T[] => [
  ...new Set(words.flatMap((word) => index.get(word) ?? [])),
]

/** Returns the first time of day in the prompt. Neon takes precedence over the night that it implies. */
const timeOf = (words: readonly string[], isWanted: (time: Time) => boolean): Time | undefined => {
  const named = allOf(words, TIMES).filter(isWanted)
  return named.includes('neon') ? 'neon' : named[0]
}

/** A color in the two words before a subject applies to the subject: "a red sailing boat on a blue sea". */
const subjectsOf = (words: readonly string[]) => {
  const subjects = new Map<Subject, Oklch | undefined>()
  const usedWords = new Set<number>()
  words.forEach((word, at) => {
    const what = SUBJECTS.get(word)
    if (!what || subjects.get(what)) return
    const isBetween = SUBJECTS.has(words[at - 1] ?? '') || GROUNDS.has(words[at - 1] ?? '')
    const near = (isBetween ? [] : [at - 1, at - 2]).find(
      (place) => COLOR_WORDS.has(words[place] ?? '') && !usedWords.has(place),
    )
    if (near !== undefined) usedWords.add(near)
    subjects.set(what, near === undefined ? COLOR_WORDS.get(word) : COLOR_WORDS.get(words[near] ?? ''))
  })
  let waterColor: Oklch | undefined
  words.forEach((word, at) => {
    if (GROUNDS.get(word) !== 'sea' || usedWords.has(at - 1)) return
    waterColor ??= COLOR_WORDS.get(words[at - 1] ?? '')
    if (waterColor) usedWords.add(at - 1)
  })
  const colors = words.flatMap((word, at) => (usedWords.has(at) ? [] : (COLOR_WORDS.get(word) ?? [])))
  return { subjects: [...subjects].map(([what, color]) => ({ what, color })), colors, waterColor }
}

export const readPrompt = (prompt: string, negativePrompt = ''): Brief => {
  const words = wordsOf(prompt).filter((word) => /[\p{L}\p{N}\p{S}]/u.test(word))
  const unwanted = wordsOf(negativePrompt)
  const without = new Set<Subject | Ground | Weather | Time>([
    ...allOf(unwanted, SUBJECTS),
    ...allOf(unwanted, GROUNDS),
    ...allOf(unwanted, WEATHERS),
    ...allOf(unwanted, TIMES),
  ])
  const isWanted = (what: Subject | Ground | Weather | Time): boolean => !without.has(what)
  const { subjects, colors, waterColor } = subjectsOf(words)
  const unwantedColors = new Set(allOf(unwanted, COLOR_WORDS))
  return {
    waterColor,
    subjects: subjects.filter(({ what }) => isWanted(what)),
    grounds: allOf(words, GROUNDS).filter(isWanted),
    time: timeOf(words, isWanted),
    weathers: new Set(allOf(words, WEATHERS).filter(isWanted)),
    colors: [...new Set(colors)].filter((color) => !unwantedColors.has(color)),
    without,
  }
}

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const COMMON =
  'the of and to in is you that it for on are as with this be at or from have an by not can your if will one about all would there what so up out them some when we which time how'.split(
    ' ',
  )
const STARTS = 'b br c ch cl d dr f fl g gr h j k l m n p pl pr r s sh sl st t th tr v w'.split(' ')
const VOWELS = 'a e i o u ai ea ou ie oo'.split(' ')
const ENDS = 'ck d l ll m n nd ng nt p r rd rt s ss st t th x'.split(' ')

const pick = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

/** Returns words of one to four syllables; rarer words are longer, as in a natural language. */
const vocabulary = (random: () => number, size: number): string[] => {
  const words = new Set<string>(COMMON)
  while (words.size < size) {
    const syllables = 1 + Math.floor(random() * (1 + Math.min(3, Math.log10(words.size + 1))))
    let word = ''
    for (let i = 0; i < syllables; i++) word += pick(random, STARTS) + pick(random, VOWELS)
    words.add(word + pick(random, ENDS))
  }
  return [...words]
}

/** Returns sentences with word frequencies as in English (Zipf); the rare words depend on the topic. */
export const generatedText = (seed: number, size = 40_000) => {
  const random = seeded(seed)
  const words = vocabulary(random, size)
  // Cumulated 1/(rank + 2.7)^1.05.
  const cumulated = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 2.7) ** 1.05
    cumulated[rank] = sum
  }
  const zipf = (): string => {
    const target = random() * sum
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((cumulated[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return words[low] as string
  }
  // Most words follow from the previous one, as in natural text, so that the text compresses like it.
  const followersOf = new Map<string, string[]>()
  const followingWord = (word: string): string => {
    const known = followersOf.get(word) ?? Array.from({ length: 3 }, zipf)
    followersOf.set(word, known)
    return pick(random, known)
  }
  const sentence = (topic: readonly string[]): string => {
    const length = 6 + Math.floor(random() * 18)
    const words = [zipf()]
    while (words.length < length) {
      const chance = random()
      const next = chance < 0.07 ? pick(random, topic) : chance < 0.65 ? followingWord(words.at(-1) ?? '') : zipf()
      words.push(next ?? zipf())
    }
    const [first = ''] = words
    return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${words.slice(1).join(' ')}.`
  }
  return {
    random,
    words,
    zipf,
    sentence,
    topic: (): string[] => Array.from({ length: 12 }, () => words[400 + Math.floor(random() * (size - 400))] as string),
    paragraph: (topic: readonly string[], length: number): string => {
      let text = ''
      while (text.length < length) text += `${text === '' ? '' : ' '}${sentence(topic)}`
      return text
    },
  }
}

/** A section of a document about $nouns. */
export interface Passage {
  readonly id: string
  readonly source: string
  readonly text: string
}

export interface RankedPassage {
  readonly passage: Passage
  readonly score: number
}

/** Usual parameters of BM25: K1 limits the weight of repeated words, and B adjusts scores for the length of passages. */
const K1 = 1.2
const B = 0.75

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from has have how in is it of on or that the this to was what when where which who why will with you your'.split(
    ' ',
  ),
)

export const wordsOf = (text: string): readonly string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))

/** Ranks the passages that contain words of the question, best first. The order is deterministic. */
export const rankPassages = (
  question: string,
  passages: readonly Passage[],
  limit: number,
): readonly RankedPassage[] => {
  const terms = [...new Set(wordsOf(question))]
  const texts = passages.map((passage) => ({ passage, words: wordsOf(passage.text) }))
  const average = texts.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, texts.length)
  const weights = terms.map((term) => {
    const matching = texts.filter(({ words }) => words.includes(term)).length
    return Math.log(1 + (texts.length - matching + 0.5) / (matching + 0.5))
  })
  return texts
    .map(({ passage, words }) => {
      const score = terms.reduce((sum, term, index) => {
        const count = words.filter((word) => word === term).length
        return sum + ((weights[index] ?? 0) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * words.length) / average))
      }, 0)
      return { passage, score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.passage.id < b.passage.id ? -1 : 1))
    .slice(0, limit)
}

/** Maximum length of a passage in characters. */
export const MAX_PASSAGE = 1_200

/** Splits a text at paragraphs and then at sentences into passages. */
export const passagesOf = (source: string, text: string): readonly Passage[] => {
  const parts = text
    .split(/\n\s*\n/)
    .flatMap((paragraph) =>
      paragraph.length <= MAX_PASSAGE ? [paragraph] : (paragraph.match(/[^.!?]+[.!?]*\s*/g) ?? []),
    )
  const sections: string[] = []
  for (const part of parts.flatMap((each) => each.match(/[\s\S]{1,1200}/g) ?? [])) {
    const last = sections.at(-1)
    if (last !== undefined && last.length + part.length + 1 <= MAX_PASSAGE)
      sections[sections.length - 1] = `${last}\n${part}`
    else sections.push(part)
  }
  return sections
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each, index) => ({ id: `${source}#${String(index).padStart(4, '0')}`, source, text: each }))
}

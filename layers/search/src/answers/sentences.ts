import { termsOf } from '../index/index.ts'

type Speaker = 'User' | 'Assistant' | 'System' | 'Tool'

export interface Sentence<P> {
  readonly passage: P
  readonly text: string
  readonly terms: ReadonlySet<string>
  readonly isQuestion: boolean
  /** The role of the message's author; undefined if the window has other labels. */
  readonly speaker: Speaker | undefined
  /** The author's name at the start of the message; empty without a name. */
  readonly authorName: string
}

/** "Marta Olsen: I think so": a message that names its author. */
const AUTHOR = /^(\p{Lu}[\p{L}'’-]{0,30}(?: \p{Lu}[\p{L}'’-]{0,30}){0,2}): /u

const SPEAKER = /^(User|Assistant|System|Tool): /

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits a passage into sentences, without its header. */
export const sentencesOf = <P extends { readonly text: string }>(passage: P): Sentence<P>[] => {
  let speaker: Speaker | undefined
  let authorName = ''
  return passage.text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      speaker = (SPEAKER.exec(line)?.[1] as Speaker | undefined) ?? speaker
      const text = line.replace(SPEAKER, '')
      const name = AUTHOR.exec(text)?.[1]
      if (name !== undefined || text !== line) authorName = name ?? ''
      const attribution = { speaker, authorName }
      return [...segmenter.segment(text)].map(({ segment }) => ({ text: segment.trim(), attribution }))
    })
    .filter(({ text }) => text !== '')
    .map(({ text, attribution }) => ({
      passage,
      text,
      ...attribution,
      terms: new Set(termsOf(text)),
      isQuestion: text.endsWith('?'),
    }))
}

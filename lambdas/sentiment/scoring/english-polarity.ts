import winkEnglish from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { phraseWeight } from './phrases.ts'

/** How positive (to 1) or negative (to -1) a text is; 0: neither. */
export type Polarity = (text: string) => number

/**
 * Polarity of English text by wink-nlp, whose lexicon knows emoji and which handles negation. Phrases add complaints
 * and praise without any word of the lexicon. Make it once: the model takes 200 ms to load.
 */
export const englishPolarity = (): Polarity => {
  const nlp = winkNLP(winkEnglish, ['sbd', 'negation', 'sentiment'])
  const { sentiment } = nlp.its
  return (text) => {
    const polarity = Number(nlp.readDoc(text).out(sentiment as never))
    return Math.max(-1, Math.min(1, polarity + phraseWeight(text)))
  }
}

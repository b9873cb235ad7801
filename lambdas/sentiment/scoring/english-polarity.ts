import winkEnglish from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { phraseWeight } from './phrases.ts'

/** How good (to 1) or bad (to -1) a text sounds; 0: nothing says either. */
export type Polarity = (text: string) => number

/**
 * Polarity of English text by wink-nlp, whose lexicon knows emoji and which sees negation. What customers say without any
 * word of the lexicon is added by phrases. Made once: the model takes 200 ms.
 */
export const englishPolarity = (): Polarity => {
  const nlp = winkNLP(winkEnglish, ['sbd', 'negation', 'sentiment'])
  const { sentiment } = nlp.its
  return (text) => {
    const own = Number(nlp.readDoc(text).out(sentiment as never))
    return Math.max(-1, Math.min(1, own + phraseWeight(text)))
  }
}

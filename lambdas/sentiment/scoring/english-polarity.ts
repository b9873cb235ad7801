import winkEnglish from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'

/** Phrases of complaint and praise without a word of the lexicon, with their weights. */
const PHRASES: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/\b(?:want|need|get|give)\b.{0,20}\b(?:money back|refund)\b/i, -0.5],
  [/\bstill (?:waiting|no (?:reply|answer|response|refund|update))\b/i, -0.5],
  [/\bthanks for nothing\b/i, -1],
  [/\b(?:rip[- ]?off|ripped off|waste of (?:money|time)|money down the drain)\b/i, -0.5],
  [
    /\b(?:never|not) (?:buying|buy|order|ordering|going|go|come|coming|use|using|shop|shopping)(?: \w+){0,3} (?:again|back)\b/i,
    -0.5,
  ],
  [/\bnever again\b/i, -0.5],
  [
    /\b(?:stopped|quit|stops|not) working\b|\b(?:doesn'?t|does not|didn'?t|did not|won'?t|wouldn'?t) (?:even )?(?:work|turn on|charge|load|start|open|fit|last|hold)\b/i,
    -0.5,
  ],
  [
    /\b(?:on hold|waited|waiting) (?:for )?(?:over |more than |almost |nearly )?(?:\d+|an|two|three|four|five) (?:hours?|days?|weeks?|months?)\b/i,
    -0.4,
  ],
  [
    /\b(?:broke|broken|fell apart|died|crashes|crashed|keeps crashing|leaks|leaked|overpriced|unusable|unresponsive)\b/i,
    -0.4,
  ],
  [
    /\b(?:avoid|stay away|steer clear|do ?n[o']t (?:bother|buy|waste)|would not recommend|wouldn'?t recommend|can(?:no|')t recommend)\b/i,
    -0.5,
  ],
  [/\b(?:zero stars|one star|1 star|1\/5|0\/10)\b/i, -0.5],
  [
    /\b(?:must[- ](?:have|see|try|buy)|highly recommend|five stars|5 stars|10\/10|5\/5|game[- ]changer|blown away|second to none|can'?t go wrong|worth every (?:penny|cent))\b/i,
    0.5,
  ],
  [
    /\b(?:would|will|definitely|already) (?:be )?(?:buy|order|ordering|buying|ordered|bought|go|going|come|coming)(?: \w+){0,3} (?:again|back|another)\b/i,
    0.4,
  ],
  [
    /\b(?:works (?:like a charm|as advertised|as described|flawlessly|perfectly|great)|exceeded (?:my |our )?expectations)\b/i,
    0.4,
  ],
]

const phraseWeight = (text: string): number =>
  PHRASES.reduce((sum, [pattern, weight]) => (pattern.test(text) ? sum + weight : sum), 0)

/** Returns how positive (up to 1) or negative (down to -1) a text is; 0 if neither. */
export type Polarity = (text: string) => number

/**
 * Creates the polarity function for English text with wink-nlp, whose lexicon includes emoji and which handles
 * negation. Phrases add complaints and praise without a word of the lexicon. Create it once, because the model takes
 * 200 ms to load.
 */
export const englishPolarity = (): Polarity => {
  const nlp = winkNLP(winkEnglish, ['sbd', 'negation', 'sentiment'])
  const { sentiment } = nlp.its
  return (text) => {
    const polarity = Number(nlp.readDoc(text).out(sentiment as never))
    return Math.max(-1, Math.min(1, polarity + phraseWeight(text)))
  }
}

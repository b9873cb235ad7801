import { findPolicy } from '@signet/evidence'
import { accuracyOf } from '../support/evidence-accuracy.ts'
import { labeledTexts } from '../support/labeled-texts.ts'

/**
 * Measures the accuracy of each requirement of eeat-core on labeled texts: `node test/bench/evidence-accuracy.ts
 * [FOLDER] [--missed]`. Without a folder it uses each set of the project separately; `--missed` lists the texts with a
 * wrong verdict.
 */
const ACCURACY_MIN = 0.9
const listsMissed = process.argv.includes('--missed')
const folder = process.argv.slice(2).find((each) => !each.startsWith('--'))
const policy = findPolicy('eeat-core')
if (policy === undefined) throw new Error('The policy eeat-core does not exist')

const texts = labeledTexts(folder)
for (const set of new Set(texts.map((text) => text.set))) {
  const setTexts = texts.filter((text) => text.set === set)
  const articles = setTexts.filter(({ turns }) => turns === undefined)
  console.log(`\n${set}: ${articles.length} articles, ${setTexts.length - articles.length} edits of one requirement`)
  const accuracies = accuracyOf(policy, setTexts)
  for (const { id, precision, recall, gaps, wrong } of accuracies) {
    const below = precision < ACCURACY_MIN || recall < ACCURACY_MIN ? '  BELOW' : ''
    console.log(`${id}  precision ${precision.toFixed(2)}  recall ${recall.toFixed(2)}  ${gaps} gaps${below}`)
    if (listsMissed && wrong.length > 0) console.log(`    ${wrong.join(' ')}`)
  }
  const accurate = accuracies.filter(({ precision, recall }) => precision >= ACCURACY_MIN && recall >= ACCURACY_MIN)
  console.log(`figures: ${set}: ${accurate.length} of ${accuracies.length} requirements at ${ACCURACY_MIN} or above`)
}

import { findPolicy } from '@signet/evidence'
import { accuracyOf } from '../support/evidence-accuracy.ts'
import { labeledTexts } from '../support/labeled-texts.ts'

/**
 * Measures the accuracy of each requirement of eeat-core on labeled texts: `node test/bench/evidence-accuracy.ts
 * [FOLDER] [--missed]`. Without a folder it uses each set of the project separately; `--missed` lists the texts with a
 * wrong verdict.
 */
const LEAST = 0.9
const isNaming = process.argv.includes('--missed')
const folder = process.argv.slice(2).find((each) => !each.startsWith('--'))
const policy = findPolicy('eeat-core')
if (policy === undefined) throw new Error('The policy eeat-core does not exist')

const texts = labeledTexts(folder)
for (const set of new Set(texts.map((text) => text.set))) {
  const ofSet = texts.filter((text) => text.set === set)
  const articles = ofSet.filter(({ turns }) => turns === undefined)
  console.log(`\n${set}: ${articles.length} articles, ${ofSet.length - articles.length} edits of one requirement`)
  const accuracies = accuracyOf(policy, ofSet)
  for (const { id, precision, recall, gaps, wrong } of accuracies) {
    const below = precision < LEAST || recall < LEAST ? '  BELOW' : ''
    console.log(`${id}  precision ${precision.toFixed(2)}  recall ${recall.toFixed(2)}  ${gaps} gaps${below}`)
    if (isNaming && wrong.length > 0) console.log(`    ${wrong.join(' ')}`)
  }
  const good = accuracies.filter(({ precision, recall }) => precision >= LEAST && recall >= LEAST)
  console.log(`figures: ${set}: ${good.length} of ${accuracies.length} requirements at ${LEAST} or above`)
}

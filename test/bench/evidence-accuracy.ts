import { findPolicy } from '@signet/evidence'
import { accuracyOf } from '../support/evidence-accuracy.ts'
import { labeledTexts } from '../support/labeled-texts.ts'

/**
 * How well each requirement of eeat-core finds what labels say: `node test/bench/evidence-accuracy.ts [FOLDER] [--missed]`.
 * Without a folder it takes the sets of the project, each told apart; `--missed` names the texts in which the verdict is another.
 */
const LEAST = 0.9
const isNaming = process.argv.includes('--missed')
const folder = process.argv.slice(2).find((each) => !each.startsWith('--'))
const policy = findPolicy('eeat-core')
if (policy === undefined) throw new Error('There is no policy eeat-core')

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

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Content, findPolicy, validate } from '@signet/evidence'

/**
 * How well each requirement of eeat-core finds what people have labelled: `node test/bench/evidence-accuracy.ts FOLDER [--missed]`.
 * A gap that is found is a positive. `--missed` names the documents in which the verdict is another.
 */
interface Labelled {
  readonly id: string
  readonly content: Content
  readonly labels: Readonly<Record<string, 'satisfied' | 'gap' | 'inactive'>>
}

interface Count {
  found: number
  invented: number
  missed: number
  readonly wrong: string[]
}

const LEAST = 0.9
const [folder = '', flag] = process.argv.slice(2)
const policy = findPolicy('eeat-core')
if (policy === undefined) throw new Error('There is no policy eeat-core')
const documents = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Labelled)

const counts = new Map(
  policy.requirements.map(({ id }): [string, Count] => [id, { found: 0, invented: 0, missed: 0, wrong: [] }]),
)
let activity = 0
for (const { id, content, labels } of documents) {
  const { gaps, active } = validate(content, policy)
  const isGap = new Set(gaps.map(({ requirementId }) => requirementId))
  for (const [requirement, count] of counts) {
    const label = labels[requirement]
    if ((label === 'inactive') === active.includes(requirement)) {
      activity += 1
      if (flag) console.log(`  ${requirement} ${id}: labelled ${label}, and in force the other way`)
    }
    const isFound = isGap.has(requirement)
    if (isFound && label === 'gap') count.found += 1
    else if (isFound && label === 'satisfied') {
      count.invented += 1
      count.wrong.push(`+${id}`)
    } else if (!isFound && label === 'gap' && active.includes(requirement)) {
      count.missed += 1
      count.wrong.push(`-${id}`)
    }
  }
}

const share = (part: number, rest: number): number => (part + rest === 0 ? 1 : part / (part + rest))
let below = 0
for (const [requirement, { found, invented, missed, wrong }] of counts) {
  const [precision, recall] = [share(found, invented), share(found, missed)]
  const isBelow = precision < LEAST || recall < LEAST
  if (isBelow) below += 1
  console.log(
    `${requirement}  precision ${precision.toFixed(2)}  recall ${recall.toFixed(2)}  ${found + missed} gaps${isBelow ? '  BELOW' : ''}`,
  )
  if (flag && wrong.length > 0) console.log(`    ${wrong.join(' ')}`)
}
console.log(
  `figures: ${documents.length} documents, ${below} of ${counts.size} requirements below ${LEAST}, ${activity} in force the other way`,
)

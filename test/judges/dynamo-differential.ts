import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createTable, type Engine, startDynamoDbLocal, startEmbedded, startMiniStack } from './dynamo/judged-engines.ts'
import { KNOWN_DIFFERENCES, type KnownDifference } from './dynamo/known-differences.ts'
import type { Operation } from './dynamo/operation.ts'
import { sequence } from './dynamo/operations.ts'
import { type Outcome, outcomeOf } from './dynamo/outcome.ts'
import { breakConditions } from './dynamo/planted-fault.ts'

/**
 * Runs the same random sequences against the embedded DynamoDB and other implementations ("judges"). Every outcome must
 * be equal or one of the known differences. The option `--plant` breaks a comparison of the embedded DynamoDB, which must fail the
 * run.
 */
const RUNS = '1000'
const SEED = '20261121'
const { values: options } = parseArgs({
  options: {
    ministack: { type: 'string' },
    'dynamodb-local': { type: 'string' },
    runs: { type: 'string', default: RUNS },
    seed: { type: 'string', default: SEED },
    plant: { type: 'boolean', default: false },
  },
})

const tallies = new Map<string, { calls: number; refused: number }>()
const knownDifferenceCounts = new Map<KnownDifference, number>()
const isWrite = ({ name }: Operation) => /Put|Update|Delete|Write/.test(name)

function compareOutcomes(
  engine: Engine,
  operation: Operation,
  ours: Outcome,
  judged: Outcome,
): 'comparable' | 'diverged' {
  const tally = tallies.get(engine.name) ?? { calls: 0, refused: 0 }
  tallies.set(engine.name, { calls: tally.calls + 1, refused: tally.refused + ('error' in ours ? 1 : 0) })
  if (JSON.stringify(ours) === JSON.stringify(judged)) return 'comparable'
  const difference = KNOWN_DIFFERENCES.find(
    (each) => each.judge === engine.name && each.covers(operation, ours, judged),
  )
  if (!difference) {
    const text = [operation.name, operation.input, ours, judged].map((part) => JSON.stringify(part))
    throw new Error(`${engine.name} differs at\n${text[0]} ${text[1]}\n  ours:   ${text[2]}\n  theirs: ${text[3]}`)
  }
  knownDifferenceCounts.set(difference, (knownDifferenceCounts.get(difference) ?? 0) + 1)
  return isWrite(operation) ? 'diverged' : 'comparable'
}

/** Fails if a run with the default seed and length shows no case of a known difference, which is then obsolete. */
function assertListIsCurrent(judges: readonly Engine[]): void {
  const unusedDifferences = KNOWN_DIFFERENCES.filter(
    (each) => judges.some(({ name }) => name === each.judge) && !knownDifferenceCounts.has(each),
  )
  if (unusedDifferences.length === 0 || options.seed !== SEED || options.runs !== RUNS) return
  throw new Error(
    `No call showed these known differences; remove them from the list:\n${unusedDifferences.map(({ judge, reason }) => `${judge}: ${reason}`).join('\n')}`,
  )
}

let runs = 0
/**
 * Runs a sequence on every implementation. After a write with a known difference, an implementation skips the remaining
 * calls, because its rows differ.
 */
async function runSequence(ours: Engine, judges: readonly Engine[], operations: readonly Operation[]): Promise<void> {
  const run = `${++runs}-${process.pid}#`
  let comparable = judges
  for (const operation of operations) {
    const ourOutcome = await outcomeOf(ours.client, operation, run)
    const outcomes = await Promise.all(comparable.map(({ client }) => outcomeOf(client, operation, run)))
    comparable = comparable.filter(
      (judge, at) => compareOutcomes(judge, operation, ourOutcome, outcomes[at] as Outcome) === 'comparable',
    )
    if (comparable.length === 0) return
  }
}

async function main(): Promise<void> {
  if (options.plant) breakConditions()
  const engineStarts = [
    startEmbedded(),
    ...(options.ministack ? [startMiniStack(options.ministack)] : []),
    ...(options['dynamodb-local'] ? [startDynamoDbLocal(options['dynamodb-local'])] : []),
  ]
  const startResults = await Promise.allSettled(engineStarts)
  const engines = startResults.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    const failedStart = startResults.find((each) => each.status === 'rejected')
    if (failedStart) throw failedStart.reason
    const [ours, ...judges] = engines
    if (!ours || judges.length === 0)
      throw new TypeError('Name a judge: --ministack <program> or --dynamodb-local <folder>')
    await Promise.all(engines.map(createTable))
    await fc.assert(
      fc.asyncProperty(sequence, (operations) => runSequence(ours, judges, operations)),
      { numRuns: Number(options.runs), seed: Number(options.seed), interruptAfterTimeLimit: 240_000 },
    )
    assertListIsCurrent(judges)
    for (const [name, { calls, refused }] of tallies)
      console.log(`figures: ${name}: ${calls} calls with equal or known outcomes, ${refused} of them errors`)
    for (const [{ judge, reason }, times] of knownDifferenceCounts)
      console.log(`known: ${judge}, ${times} times: ${reason}`)
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()))
  }
}

await main()

import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createTable, dynamoDbLocal, type Engine, embedded, miniStack } from './dynamo/judged-engines.ts'
import { KNOWN_DIFFERENCES, type KnownDifference } from './dynamo/known-differences.ts'
import type { Operation } from './dynamo/operation.ts'
import { sequence } from './dynamo/operations.ts'
import { type Outcome, outcomeOf } from './dynamo/outcome.ts'
import { breakConditions } from './dynamo/planted-fault.ts'

/**
 * Runs the same random sequences against the embedded DynamoDB and other implementations; every outcome is equal, or
 * one of the known differences. The option `--plant` breaks a comparison of the embedded DynamoDB, which must fail the
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
const seen = new Map<KnownDifference, number>()
const isWrite = ({ name }: Operation) => /Put|Update|Delete|Write/.test(name)

function hold(judge: Engine, operation: Operation, ours: Outcome, theirs: Outcome): 'equal' | 'parted' {
  const tally = tallies.get(judge.name) ?? { calls: 0, refused: 0 }
  tallies.set(judge.name, { calls: tally.calls + 1, refused: tally.refused + ('error' in ours ? 1 : 0) })
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return 'equal'
  const known = KNOWN_DIFFERENCES.find((each) => each.judge === judge.name && each.covers(operation, ours, theirs))
  if (!known) {
    const text = [operation.name, operation.input, ours, theirs].map((part) => JSON.stringify(part))
    throw new Error(`${judge.name} differs at\n${text[0]} ${text[1]}\n  ours:   ${text[2]}\n  theirs: ${text[3]}`)
  }
  seen.set(known, (seen.get(known) ?? 0) + 1)
  return isWrite(operation) ? 'parted' : 'equal'
}

/** An entry that the fixed seed no longer meets is one that can go. */
function assertListIsCurrent(judges: readonly Engine[]): void {
  const stale = KNOWN_DIFFERENCES.filter((each) => judges.some(({ name }) => name === each.judge) && !seen.has(each))
  if (stale.length === 0 || options.seed !== SEED || options.runs !== RUNS) return
  throw new Error(
    `No call showed these known differences; take them off the list:\n${stale.map(({ judge, reason }) => `${judge}: ${reason}`).join('\n')}`,
  )
}

let runs = 0
/** Plays a sequence. After a known difference, an implementation skips the rest, because its rows differ from then on. */
async function play(ours: Engine, judges: readonly Engine[], operations: readonly Operation[]): Promise<void> {
  const run = `${++runs}-${process.pid}#`
  let left = judges
  for (const operation of operations) {
    const mine = await outcomeOf(ours.client, operation, run)
    const theirs = await Promise.all(left.map(({ client }) => outcomeOf(client, operation, run)))
    left = left.filter((judge, at) => hold(judge, operation, mine, theirs[at] as Outcome) === 'equal')
    if (left.length === 0) return
  }
}

async function main(): Promise<void> {
  if (options.plant) breakConditions()
  const starting = [
    embedded(),
    ...(options.ministack ? [miniStack(options.ministack)] : []),
    ...(options['dynamodb-local'] ? [dynamoDbLocal(options['dynamodb-local'])] : []),
  ]
  const settled = await Promise.allSettled(starting)
  const engines = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    const broken = settled.find((each) => each.status === 'rejected')
    if (broken) throw broken.reason
    const [ours, ...judges] = engines
    if (!ours || judges.length === 0)
      throw new TypeError('Name a judge: --ministack <program> or --dynamodb-local <folder>')
    await Promise.all(engines.map(createTable))
    await fc.assert(
      fc.asyncProperty(sequence, (operations) => play(ours, judges, operations)),
      { numRuns: Number(options.runs), seed: Number(options.seed), interruptAfterTimeLimit: 240_000 },
    )
    assertListIsCurrent(judges)
    for (const [name, { calls, refused }] of tallies)
      console.log(`figures: ${name}: ${calls} calls alike, ${refused} of them refusals`)
    for (const [{ judge, reason }, times] of seen) console.log(`known: ${judge}, ${times} times: ${reason}`)
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()))
  }
}

await main()

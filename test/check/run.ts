import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiDomains } from '../support/api-domains.ts'
import { type Plan, planOfChange, planOfDomains } from './plan.ts'
import { type Outcome, runStep, type Step } from './steps.ts'
import { changedFiles, domainsOf, touchedBy } from './touched.ts'

const HELP = `npm run check                        what your change may have broken
npm run check -- --since main        the same for all changes since a commit or branch (default: the last commit)
npm run check flags                  a domain as a whole, changed or not
npm run check -- --json              the outcome for programs

It takes at most 45 s for a change in one domain. npm test is the whole.`

const root = join(import.meta.dirname, '../..')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string', default: 'HEAD' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const say = (line: string): void => {
  if (!values.json) console.log(line)
}

const plan = (): Plan => {
  const domains = domainsOf(root)
  const unknown = positionals.filter((domain) => !domains.includes(domain))
  if (unknown.length > 0) throw new Error(`There is no domain ${unknown.join(', ')}; there are ${domains.join(', ')}`)
  if (positionals.length > 0) return planOfDomains(root, positionals, apiDomains())
  const files = changedFiles(root, values.since)
  if (files.length === 0) return { lanes: [], left: [`Nothing has changed since ${values.since}.`] }
  return planOfChange(root, values.since, touchedBy(files, domains), apiDomains())
}

/** One step after the other, also after one that failed: a run tells all that is wrong. */
const runLane = async (lane: readonly Step[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const step of lane) {
    const outcome = await runStep(root, step)
    say(`${outcome.passed ? '✓' : '✗'} ${step.name}, ${outcome.seconds} s`)
    outcomes.push(outcome)
  }
  return outcomes
}

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const began = performance.now()
  const { lanes, left } = plan()
  const outcomes = (await Promise.all(lanes.map(runLane))).flat()
  const failed = outcomes.filter(({ passed }) => !passed)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  if (values.json) {
    console.log(JSON.stringify({ passed: failed.length === 0, seconds, steps: outcomes, left }))
    return failed.length === 0 ? 0 : 1
  }
  for (const { name, output, advice } of failed) {
    say(`\n── ${name} failed\n${output.trimEnd()}${advice === undefined ? '' : `\n${advice}`}`)
  }
  for (const sentence of left) say(sentence)
  if (outcomes.length > 0) say(`\n${outcomes.length - failed.length} passed, ${failed.length} failed, ${seconds} s`)
  return failed.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

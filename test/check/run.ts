import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiDomains } from '../support/api-domains.ts'
import { changedFiles, domainsOf, scopeOf } from './change-scope.ts'
import { type Plan, planOfChange, planOfDomains } from './plan.ts'
import { type Outcome, runStep, type Step } from './steps.ts'

const HELP = `npm run check                        tests affected by uncommitted changes
npm run check -- --since main        tests affected by changes since a commit or branch (default: the last commit)
npm run check flags                  all tests of one domain
npm run check -- --json              the result as JSON

The check takes at most 45 s for a change in one domain. npm test runs all tests.`

const root = join(import.meta.dirname, '../..')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string', default: 'HEAD' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const print = (line: string): void => {
  if (!values.json) console.log(line)
}

const createPlan = (): Plan => {
  const domains = domainsOf(root)
  const unknown = positionals.filter((domain) => !domains.includes(domain))
  if (unknown.length > 0) throw new Error(`Unknown domain: ${unknown.join(', ')}. Domains: ${domains.join(', ')}`)
  if (positionals.length > 0) return planOfDomains(root, positionals, apiDomains())
  const files = changedFiles(root, values.since)
  if (files.length === 0) return { lanes: [], notices: [`No file changed since ${values.since}.`] }
  return planOfChange(root, values.since, scopeOf(files, domains), apiDomains())
}

/** Runs the steps of a lane one after another. A failed step does not stop the lane, so a run reports every failure. */
const runLane = async (lane: readonly Step[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const step of lane) {
    const outcome = await runStep(root, step)
    print(`${outcome.passed ? '✓' : '✗'} ${step.name}, ${outcome.seconds} s`)
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
  const { lanes, notices } = createPlan()
  const outcomes = (await Promise.all(lanes.map(runLane))).flat()
  const failed = outcomes.filter(({ passed }) => !passed)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  if (values.json) {
    console.log(JSON.stringify({ passed: failed.length === 0, seconds, steps: outcomes, notices }))
    return failed.length === 0 ? 0 : 1
  }
  for (const { name, output, advice } of failed) {
    print(`\n── ${name} failed\n${output.trimEnd()}${advice === undefined ? '' : `\n${advice}`}`)
  }
  for (const notice of notices) print(notice)
  if (outcomes.length > 0) print(`\n${outcomes.length - failed.length} passed, ${failed.length} failed, ${seconds} s`)
  return failed.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

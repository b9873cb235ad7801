import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import { changedFiles } from './changed-files.ts'
import { FIRST_JUDGES } from './first-judges.ts'
import type { Judge, Preparation } from './judge.ts'
import { PRODUCT_JUDGES } from './judges.ts'
import { PREPARATIONS } from './preparations.ts'
import { runJudges } from './schedule.ts'
import { selectJudges } from './select.ts'

/**
 * Runs the judges that the change affects, in this checkout. At the end it prints a table and the line
 * `N passed, N failed`. `CI_ALL=1` runs all judges. docs/judges.md.
 */

const ROOT = join(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'signet-judges-'))
const day = new Date().toISOString().slice(0, 10)
const isAll = process.env.CI_ALL === '1'
const environment = {
  ...process.env,
  CI: 'true',
  NO_COLOR: '1',
  WORK: work,
  PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  // The judge `browser` checks each page of the console empty on one day, and with data on the next.
  ...(isAll ? {} : { PAGES_TURN: String(Math.floor(Date.parse(day) / 86_400_000) % 2) }),
}

type Result = 'passed' | 'FAILED' | 'not run'
interface Row {
  readonly name: string
  readonly covers: string
  readonly result: Result
  readonly seconds: number
}
const rows: Row[] = []

const seconds = (since: number): number => Math.round((performance.now() - since) / 1000)

/** Runs a bash script and writes its output to a log file. */
const runBash = (name: string, script: string): Promise<{ readonly passed: boolean; readonly log: string }> =>
  new Promise((resolve) => {
    const log = join(work, `${name.replaceAll(' ', '-')}.log`)
    const output = createWriteStream(log)
    const child = spawn('bash', ['-c', script], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
    child.on('error', (error) => output.write(`${error.message}\n`))
    child.on('close', (code) => output.end(() => resolve({ passed: code === 0, log })))
  })

const RESULT_LINES = /^ +(?:Test Files|Tests) |figures/
const FAULT_LINES = /FAIL|FAILED|Error:|✗/
/** The most lines of a log to print: of a failed judge its first faults and its end, of a passed judge its results. */
const LINES_MAX = { faults: 80, end: 120, results: 12 } as const

const excerptOf = (log: string, passed: boolean): string => {
  const lines = readFileSync(log, 'utf8').split('\n')
  if (passed)
    return lines
      .filter((line) => RESULT_LINES.test(line))
      .slice(-LINES_MAX.results)
      .join('\n')
  const faults = lines.filter((line) => FAULT_LINES.test(line)).slice(0, LINES_MAX.faults)
  return [...faults, ...lines.slice(-LINES_MAX.end)].join('\n')
}

const runAndReport = async ({ name, covers, run }: Pick<Judge, 'name' | 'covers' | 'run'>): Promise<boolean> => {
  console.log(`── ${name}: ${covers}`)
  const began = performance.now()
  const { passed, log } = await runBash(name, run)
  const result = passed ? 'passed' : 'FAILED'
  rows.push({ name, covers, result, seconds: seconds(began) })
  console.log([`── ${name} ${result}`, excerptOf(log, passed)].filter(Boolean).join('\n'))
  return passed
}

const preparations = new Map<string, Promise<boolean>>()
const prepare = (name: string): Promise<boolean> => {
  const preparation = PREPARATIONS.find((each) => each.name === name)
  if (!preparation) throw new Error(`Unknown preparation: ${name}`)
  const running = preparations.get(name) ?? runAndReport(preparation satisfies Preparation)
  preparations.set(name, running)
  return running
}

const runJudge = async (judge: Judge): Promise<void> => {
  const results = await Promise.all((judge.needs ?? []).map(prepare))
  if (results.every(Boolean)) await runAndReport(judge)
  else rows.push({ name: judge.name, covers: judge.covers, result: 'FAILED', seconds: 0 })
}

const changed = changedFiles()
const decisions = selectJudges(PRODUCT_JUDGES, { changed, day, all: isAll })
console.log(changed ? `${changed.length} files changed` : 'The changed files are unknown: all judges run')
for (const { judge, reason } of decisions) console.log(`   ${judge.name.padEnd(12)} ${reason ?? 'not affected'}`)

const selected = decisions.flatMap(({ judge, reason }) => (reason ? [judge] : []))
for (const { judge, reason } of decisions)
  if (!reason) rows.push({ name: judge.name, covers: judge.covers, result: 'not run', seconds: 0 })

try {
  // The tools are downloaded while the tests run.
  for (const name of FIRST_JUDGES.flatMap(({ needs = [] }) => needs)) void prepare(name)
  for (const judge of FIRST_JUDGES) await runJudge(judge)
  const machine = { cores: availableParallelism(), memoryGb: totalmem() / 2 ** 30 - 2 }
  await runJudges(selected, machine, runJudge)
} finally {
  rmSync(work, { recursive: true, force: true })
}

console.log(`\n${'judge'.padEnd(14)} ${'covered'.padEnd(62)} result   time`)
for (const { name, covers, result, seconds: taken } of rows)
  console.log(`${name.padEnd(14)} ${covers.padEnd(62)} ${result.padEnd(7)} ${String(taken).padStart(5)}s`)
const failed = rows.filter(({ result }) => result === 'FAILED').length
const passed = rows.filter(({ result }) => result === 'passed').length
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

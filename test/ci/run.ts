import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import { changedFiles } from './changed-files.ts'
import type { Judge, Preparation } from './judge.ts'
import { FIRST, OTHERS } from './judges.ts'
import { PREPARATIONS } from './preparations.ts'
import { runJudges } from './schedule.ts'
import { selectJudges } from './select.ts'

/**
 * Runs the judges that the change concerns, each from the checkout as it is, and ends with one table and the line
 * `N passed, N failed`. `CI_ALL=1` runs all of them. docs/judges.md.
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
  // Each page of the console is looked at empty on one day, and filled on the next.
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

/** Runs a program in bash; its output goes to a file. */
const bash = (name: string, script: string): Promise<{ readonly passed: boolean; readonly log: string }> =>
  new Promise((resolve) => {
    const log = join(work, `${name.replaceAll(' ', '-')}.log`)
    const output = createWriteStream(log)
    const child = spawn('bash', ['-c', script], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
    child.on('error', (error) => output.write(`${error.message}\n`))
    child.on('close', (code) => output.end(() => resolve({ passed: code === 0, log })))
  })

const KEPT_LINES = /^ +(?:Test Files|Tests) |figures/
const FAULT_LINES = /FAIL|FAILED|Error:|✗/
/** Of a judge that failed: its first lines with a fault, and its end. */
const SHOWN = { faults: 80, end: 120, passed: 12 } as const

const shown = (log: string, passed: boolean): string => {
  const lines = readFileSync(log, 'utf8').split('\n')
  if (passed)
    return lines
      .filter((line) => KEPT_LINES.test(line))
      .slice(-SHOWN.passed)
      .join('\n')
  const faults = lines.filter((line) => FAULT_LINES.test(line)).slice(0, SHOWN.faults)
  return [...faults, ...lines.slice(-SHOWN.end)].join('\n')
}

const judged = async ({ name, covers, run }: Pick<Judge, 'name' | 'covers' | 'run'>): Promise<boolean> => {
  console.log(`── ${name}: ${covers}`)
  const began = performance.now()
  const { passed, log } = await bash(name, run)
  const result = passed ? 'passed' : 'FAILED'
  rows.push({ name, covers, result, seconds: seconds(began) })
  console.log([`── ${name} ${result}`, shown(log, passed)].filter(Boolean).join('\n'))
  return passed
}

const prepared = new Map<string, Promise<boolean>>()
const prepare = (name: string): Promise<boolean> => {
  const preparation = PREPARATIONS.find((each) => each.name === name)
  if (!preparation) throw new Error(`No preparation is called ${name}`)
  const known = prepared.get(name) ?? judged(preparation satisfies Preparation)
  prepared.set(name, known)
  return known
}

const runJudge = async (judge: Judge): Promise<void> => {
  const made = await Promise.all((judge.needs ?? []).map(prepare))
  if (made.every(Boolean)) await judged(judge)
  else rows.push({ name: judge.name, covers: judge.covers, result: 'FAILED', seconds: 0 })
}

const changed = changedFiles()
const chosen = selectJudges(OTHERS, { changed, day, all: isAll })
console.log(changed ? `${changed.length} files have changed` : 'What has changed is not known: all judges run')
for (const { judge, reason } of chosen) console.log(`   ${judge.name.padEnd(12)} ${reason ?? 'not concerned'}`)

const wanted = chosen.flatMap(({ judge, reason }) => (reason ? [judge] : []))
for (const { judge, reason } of chosen)
  if (!reason) rows.push({ name: judge.name, covers: judge.covers, result: 'not run', seconds: 0 })

try {
  // The tools come from afar while the tests compute.
  const installing = wanted.some(({ needs = [] }) => needs.includes('node tools')) ? prepare('node tools') : undefined
  for (const judge of FIRST) await runJudge(judge)
  await installing
  const machine = { cores: availableParallelism(), memoryGb: totalmem() / 2 ** 30 - 2 }
  await runJudges(wanted, machine, runJudge)
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

import type { Reporter, TestModule } from 'vitest/node'
import { isLong } from './scale.ts'

/** The limits of a file: CPU time of its thread, and elapsed time, which includes waits and other processes. */
interface Budget {
  readonly cpuMs: number
  readonly clockMs: number
}

/** The factor on budgets in `.ci/run`, where installations share the cores and the same work takes more CPU time. */
const CI_FACTOR = process.env.CI ? 2 : 1

const FILE: Budget = { cpuMs: 5_000, clockMs: 30_000 }
const BUDGETS: Readonly<Record<string, Budget>> = {
  unit: FILE,
  infra: FILE,
  api: FILE,
  // Other threads do the work: those of its stack.
  stories: { cpuMs: 5_000, clockMs: 10_000 },
}

/** The measured times of a test file. */
export interface RunFile {
  readonly project: string
  readonly file: string
  readonly cpuMs: number
  readonly clockMs: number
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const ADVICE = 'split it, or scale it with scaled() of test/support/scale.ts'

/** Average CPU time of a file on the reference machine, where `npm test` takes 11 minutes of CPU, by project. */
const REFERENCE_CPU_MS: Readonly<Record<string, number>> = { unit: 290, infra: 800, api: 640 }
/** The minimum number of files for a reliable average. */
const MIN_FILES = 200
/** A slower machine than this does not relax budgets further. */
const MAX_SLOWNESS = 3

/** Returns how many times slower this machine is than the reference machine, from 1 to 3; 1 if too few files ran. */
export const slowness = (files: readonly RunFile[]): number => {
  const counted = files.filter(({ project }) => REFERENCE_CPU_MS[project] !== undefined)
  if (counted.length < MIN_FILES) return 1
  const actual = counted.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  const expectedMs = counted.reduce((sum, { project }) => sum + (REFERENCE_CPU_MS[project] ?? 0), 0)
  return Math.min(MAX_SLOWNESS, Math.max(1, actual / expectedMs))
}

/** Describes each file that took more than its budget times `factor`. */
export const aboveBudget = (files: readonly RunFile[], factor: number): string[] =>
  files.flatMap(({ project, file, cpuMs, clockMs }) => {
    const projectBudget = BUDGETS[project]
    if (!projectBudget) return []
    const budget = { cpuMs: projectBudget.cpuMs * factor, clockMs: projectBudget.clockMs * factor }
    const above = [
      ...(cpuMs > budget.cpuMs ? [`${seconds(cpuMs)} of CPU (at most ${seconds(budget.cpuMs)})`] : []),
      ...(clockMs > budget.clockMs ? [`${seconds(clockMs)} by the clock (at most ${seconds(budget.clockMs)})`] : []),
    ]
    return above.length === 0 ? [] : [`${file} took ${above.join(' and ')}: ${ADVICE}`]
  })

/** Fails a run with a file above its budget. With `LONG=1` there are no budgets, because tests run at full size. */
export class FileBudgets implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (isLong) return
    const files = modules.map((module) => ({
      project: module.project.name,
      file: module.relativeModuleId,
      cpuMs: module.meta().cpuMs ?? 0,
      clockMs: module.diagnostic().duration,
    }))
    const violations = aboveBudget(files, CI_FACTOR * slowness(files))
    for (const sentence of violations) console.error(`FAILED: ${sentence}`)
    if (violations.length > 0) process.exitCode = 1
  }
}

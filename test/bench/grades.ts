import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { grade } from '@signet/readings/grade'
import { type Cost, costOf, inPairs, median, type Progress, type Row } from './measure.ts'

const ROUNDS = 9
const GRADES_PER_ROUND = 20
/** Bound of one grade of 8 KiB in CPU milliseconds. */
const GRADE_MS = 10
const BYTES = 8 * 1024

const intent = 'Decide how due rows are found in the table without a scan'

/** Returns a text of the project with the requested length. */
const text = (): string => {
  const folder = join(import.meta.dirname, '../../docs/adr')
  const files = [
    '0011-sweep-by-a-due-time-index.md',
    '0012-painters-retry-instead-of-the-state-machine.md',
    '0020-an-outbox-publishes-events.md',
    '0026-custom-authorization-server.md',
  ]
  return files
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
    .slice(0, BYTES)
}

/**
 * Checks that the rival's deterministic assertions can express: parts, coverage, size, placeholders, sources, actions.
 */
const ASSERTIONS = [
  { type: 'icontains-all', value: ['status', 'context', 'decision', 'consequences'] },
  { type: 'icontains-any', value: ['option', 'alternative', 'instead'] },
  { type: 'rouge-n', value: intent, threshold: 0 },
  { type: 'word-count', value: { min: 150, max: 2500 } },
  { type: 'not-icontains-any', value: ['TODO', 'TBD', 'lorem ipsum', 'to be decided'] },
  { type: 'not-regex', value: '(?:ignore|disregard) (?:the|all) (?:rubric|instructions)' },
  { type: 'regex', value: '(?:https?://|RFC ?\\d+|CWE-\\d+|\\b\\d{4}-\\d{2}-\\d{2}\\b)' },
  { type: 'regex', value: '(?:because|measured|\\d+ (?:ms|s|%|percent))' },
  { type: 'not-regex', value: '\\b(?:always|never fails|100 ?% secure|guaranteed)\\b' },
  { type: 'regex', value: '^[-*] (?:\\[ \\] )?[A-Z][a-z]+ ' },
  { type: 'regex', value: '(?:owner|team|by \\d{4}|before launch)' },
  { type: 'regex', value: '(?:done when|passes|until)' },
]

interface Promptfoo {
  readonly assertions: {
    runAssertions(input: object): Promise<{ readonly componentResults?: readonly object[] }>
  }
}

/** Loads the rival if it is installed; with its dependencies it takes 1.9 GB. */
const loadPromptfoo = async (folder: string | undefined): Promise<Promptfoo['assertions'] | undefined> => {
  if (!folder) return undefined
  const entry = createRequire(join(folder, 'package.json')).resolve('promptfoo')
  const loaded = (await import(pathToFileURL(entry).href)) as Partial<Promptfoo> & { readonly default?: Promptfoo }
  return loaded.assertions ?? loaded.default?.assertions
}

const costOfRepeated = (work: () => unknown) => (): Promise<Cost> =>
  costOf(async () => {
    for (let at = 0; at < GRADES_PER_ROUND; at++) await work()
  })

/** Compares a grade with its bound, and with promptfoo's deterministic assertions if PROMPTFOO names its folder. */
export const gradesBench = async (progress: Progress): Promise<Row[]> => {
  const content = text()
  const ours = costOfRepeated(() => grade({ kind: 'adr', content, intent }))
  const costs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    progress(`grades ${round}/${ROUNDS}`)
    costs.push((await ours()).cpuMs / GRADES_PER_ROUND)
  }
  const gradeMs = median(costs.slice(1))
  const bound: Row = {
    bench: `a text of ${BYTES / 1024} KiB graded, CPU`,
    ours: gradeMs,
    rival: GRADE_MS,
    unit: 'ms',
    ratio: gradeMs / GRADE_MS,
    budget: { atMost: 1 },
  }
  const rival = await loadPromptfoo(process.env.PROMPTFOO)
  if (!rival) return [{ ...bound, note: 'PROMPTFOO=<folder where it is installed> compares with promptfoo' }]
  const judge = () => rival.runAssertions({ test: { assert: ASSERTIONS }, providerResponse: { output: content } })
  const { componentResults = [] } = await judge()
  if (componentResults.length < ASSERTIONS.length) throw new Error(`promptfoo judged ${componentResults.length}`)
  const pairs = await inPairs(ROUNDS, ours, costOfRepeated(judge), (at) => progress(`grades, promptfoo ${at}`))
  return [
    bound,
    {
      bench: `a text of ${BYTES / 1024} KiB graded; promptfoo`,
      ours: pairs.ours / GRADES_PER_ROUND,
      rival: pairs.rival / GRADES_PER_ROUND,
      unit: 'ms',
      ratio: pairs.cpuRatio,
      budget: { atMost: 1 },
      note: `CPU; the rival answers ${ASSERTIONS.length} assertions yes or no`,
    },
  ]
}

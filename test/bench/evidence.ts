import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Content, findPolicy, validate } from '@signet/evidence'
import { type Cost, costOf, inPairs, type Progress, type Row } from './measure.ts'

const ROUNDS = 9
/** Words of a text, verdicts per round, and the bound of one verdict in microseconds. */
const SIZES = [
  { words: 300, count: 200, boundUs: 200 },
  { words: 2_000, count: 40, boundUs: 1_500 },
] as const
/** The longest body, and half of it: linear work takes half as long. */
const LONGEST_BODY = 100_000
const GROWTH_MAX = 2.6
/** Repeated inputs that are slow in some Markdown scanners and phrase matchers. */
const PATTERNS = [
  ...['word ', '[', '[](', '![a](', '*', '`', '"', '“', '1 ', '. ', '> ', '| ', '# ', 'http://a.b/c ', '<a ', '- a\n'],
  ...[
    'from 1 kg to ',
    'said A B ',
    'Aa Bb ',
    '20 years in ',
    'the best ',
    '[^a] ',
    '"a b c d" said ',
    'I tested ',
    'The data fell 5%.\n\n',
    '€1 ',
  ],
]

/** Returns prose of the project with this many words. */
const textOf = (words: number): Content => {
  const folder = join(import.meta.dirname, '../../docs')
  const files = ['aws.md', 'operations.md', 'receipts.md', 'testing.md', 'events.md', 'judges.md']
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return { body: text.split(' ').slice(0, words).join(' '), domains: ['technology'], authorName: 'Ada Kay' }
}

const policy = findPolicy('eeat-core')
if (policy === undefined) throw new Error('The policy eeat-core does not exist')

const costOfRepeated = (count: number, work: () => unknown) => (): Promise<Cost> =>
  costOf(async () => {
    for (let at = 0; at < count; at++) await work()
  })

const boundRows = async (progress: Progress): Promise<Row[]> => {
  const rows: Row[] = []
  for (const { words, count, boundUs } of SIZES) {
    const content = textOf(words)
    const costs: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      progress(`evidence ${words} words ${round}/${ROUNDS}`)
      costs.push(((await costOfRepeated(count, () => validate(content, policy))()).cpuMs * 1_000) / count)
    }
    // The minimum, because other load only adds to it.
    const us = Math.min(...costs)
    rows.push({
      bench: `a verdict on ${words} words, CPU`,
      ours: us,
      rival: boundUs,
      unit: 'µs',
      ratio: us / boundUs,
      budget: { atMost: 1 },
    })
  }
  return rows
}

const leastMs = (body: string, tries = 9): number => {
  const times = Array.from({ length: tries }, () => {
    const began = performance.now()
    validate({ body, domains: ['medical'] }, policy)
    return performance.now() - began
  })
  return Math.min(...times)
}

const timesOfPattern = (pattern: string, tries?: number) => {
  const [half = 0, whole = 0] = [LONGEST_BODY / 2, LONGEST_BODY].map((length) =>
    leastMs(pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length), tries),
  )
  return { pattern, half, whole }
}

/** Measures the pattern whose time grows most when its length doubles. */
const growthRow = (progress: Progress): Row => {
  const timings = PATTERNS.map((pattern) => {
    progress(`evidence, ${JSON.stringify(pattern)}`)
    return timesOfPattern(pattern)
  })
  // Below a millisecond, the clock is too coarse to measure growth.
  const first = timings
    .filter(({ half }) => half > 1)
    .reduce((one, other) => (other.whole / other.half > one.whole / one.half ? other : one))
  // Measures the reported pattern longer, because other load may have made it the worst.
  const remeasured = timesOfPattern(first.pattern, 25)
  const worst = {
    ...first,
    half: Math.min(first.half, remeasured.half),
    whole: Math.min(first.whole, remeasured.whole),
  }
  const slowest = timings.reduce((one, other) => (other.whole > one.whole ? other : one))
  return {
    bench: 'a body of 100,000 characters against one of 50,000',
    ours: worst.whole,
    rival: worst.half,
    unit: 'ms',
    ratio: worst.whole / worst.half,
    budget: { atMost: GROWTH_MAX },
    note: `${JSON.stringify(worst.pattern)} grows most of ${PATTERNS.length}; ${JSON.stringify(slowest.pattern)} takes longest, ${slowest.whole.toFixed(0)} ms`,
  }
}

const importDefault = async (name: string) => {
  const loaded = await import(pathToFileURL(createRequire(import.meta.url).resolve(name)).href)
  return loaded.default ?? loaded
}

/** Returns retext with the rules that it shares: vague words, quote marks and readability. */
const retextOf = async (): Promise<(text: string) => unknown> => {
  const { retext } = await import('retext' as string)
  const [intensify, quotes, readability] = await Promise.all(
    ['retext-intensify', 'retext-quotes', 'retext-readability'].map(async (name) => (await import(name)).default),
  )
  const processor = retext().use(intensify).use(quotes).use(readability)
  return (text) => processor.process(text)
}

/** Returns textlint with the rule of write-good on the Markdown tree, for vague words and more. */
const textlintOf = async (): Promise<(text: string) => unknown> => {
  const { TextlintKernel } = await import('@textlint/kernel' as string)
  const markdown = await importDefault('@textlint/textlint-plugin-markdown')
  const rule = await importDefault('textlint-rule-write-good')
  const kernel = new TextlintKernel()
  const options = {
    ext: '.md',
    plugins: [{ pluginId: 'markdown', plugin: markdown.default ?? markdown }],
    rules: [{ ruleId: 'write-good', rule: rule.default ?? rule }],
  }
  return async (text) => {
    const { messages } = await kernel.lintText(text, options)
    if (messages.length === 0) throw new Error('textlint found no problem')
  }
}

/** Verdicts per round; the rival checks the text once, because it is slower. */
const VERDICTS = 20
const PAIRS = 5

const againstRival = async (name: string, judge: (text: string) => unknown, progress: Progress): Promise<Row> => {
  const content = textOf(2_000)
  const ours = costOfRepeated(VERDICTS, () => validate(content, policy))
  const pairs = await inPairs(
    PAIRS,
    ours,
    costOfRepeated(1, () => judge(content.body)),
    (at) => progress(`evidence, ${name} ${at}`),
  )
  return {
    bench: `2,000 words; ${name}`,
    ours: pairs.ours / VERDICTS,
    rival: pairs.rival,
    unit: 'ms',
    ratio: pairs.cpuRatio / VERDICTS,
    budget: { atMost: 1 },
  }
}

/**
 * Compares verdicts with their bounds, their growth with the worst input, and retext and textlint with the shared
 * rules.
 */
export const evidenceBench = async (progress: Progress): Promise<Row[]> => [
  ...(await boundRows(progress)),
  growthRow(progress),
  await againstRival('retext', await retextOf(), progress),
  await againstRival('textlint', await textlintOf(), progress),
]

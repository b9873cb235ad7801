import { basename } from 'node:path'
import { EXIT, Failure, requireArgument } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { type RuntimeCall, runtimeService } from './client.ts'
import { textOf } from './script.ts'

/** Version of the formulas. A service without this version lists its versions. */
const GRADER_VERSION = '1.0.0'
const GAPS_SHOWN = 8
const TEXT_MAX = 2000

/** Words in a path that indicate a kind, most specific first. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/threat/, 'threat_model'],
  [/post-?mortem|incident|retro/, 'postmortem'],
  [/test-?(?:plan|strategy)/, 'test_plan'],
  [/runbook|playbook/, 'runbook'],
  [/launch|go-?live/, 'launch_review'],
  [/risk/, 'risk_assessment'],
  [/financ|budget|economics|pricing/, 'financial_model'],
  [/\badrs?\b|decision/, 'adr'],
  [/proposal|rfc/, 'proposal'],
  [/advisory/, 'advisory'],
]

const kindOf = (file: string): string => {
  const path = file.toLowerCase().replaceAll('_', '-').split(/[\\/]/).slice(-2).join('/')
  return KINDS.find(([words]) => words.test(path))?.[1] ?? 'plan'
}

const headingOf = (content: string, file: string): string =>
  (/^#+\s+(.+)$/m.exec(content)?.[1] ?? basename(file)).trim().slice(0, TEXT_MAX)

const caseIdOf = (file: string): string =>
  basename(file)
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64) || 'text'

const minimumOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const minimum = Number(text)
  if (text.trim() !== '' && minimum >= 0 && minimum <= 1) return minimum
  throw new Failure(EXIT.usage, `--minimum must be a number from 0 to 1 (got ${text})`)
}

interface Grade {
  readonly aggregate: number
  readonly scores: { readonly TaskFit: number; readonly Support: number; readonly Actionability: number }
  readonly gaps: readonly { readonly id: string; readonly fix: string; readonly loss: number }[]
  readonly findings: readonly { readonly severity: string; readonly text: string }[]
  readonly passed: boolean | null
  readonly hash: string
}

const formatScore = (value: number): string => value.toFixed(2)

const gradeText = ({ aggregate, scores, gaps, findings, passed, hash }: Grade, kind: string): string => {
  const { TaskFit, Support, Actionability } = scores
  const edits = gaps.slice(0, GAPS_SHOWN)
  return [
    `${formatScore(aggregate)} as ${kind}: task fit ${formatScore(TaskFit)}, support ${formatScore(Support)}, actionability ${formatScore(Actionability)}`,
    ...(edits.length > 0 ? ['', 'Best next edit first:'] : []),
    ...edits.map(({ fix, loss, id }) => `  +${formatScore(loss)}  ${fix} (${id})`),
    ...(findings.length > 0 ? ['', 'Found:'] : []),
    ...findings.map(({ severity, text }) => `  ${severity.padEnd(7)} ${text}`),
    ...(passed === false ? ['', 'Below the minimum.'] : []),
    '',
    `Receipt ${hash}. The grade is computed from the text and does not check whether a source is true.`,
  ].join('\n')
}

/** Grades a file and returns 1 if it is below the minimum. */
export const grade = async (call: RuntimeCall): Promise<number> => {
  const { flags, words } = call
  const file = requireArgument('signet runtime grade', 'a file', words)
  const minimum = minimumOf(flags.minimum)
  const content = await textOf(file)
  const kind = flags.kind ?? kindOf(file)
  const id = caseIdOf(file)
  const reply = await runtimeService(call).call<Grade>('POST', '/grader/run', {
    graderName: 'command-line',
    graderVersion: GRADER_VERSION,
    case: {
      id,
      description: `The file ${basename(file)}`.slice(0, TEXT_MAX),
      intent: flags.intention ?? headingOf(content, file),
      artifact: { id, kind, content },
      rubricDeck: { name: flags.rubric ?? 'rubric-core' },
      expectedMinimumScore: minimum,
    },
  })
  const exitCode = printReply(call, reply, () => gradeText(reply, kind))
  return reply.passed === false ? EXIT.failed : exitCode
}

import { factText } from '../facts/fact-text.ts'
import type { DeckCoverage } from '../record/reading.ts'
import { markdownCode, markdownSection, markdownText } from '../text/markdown.ts'
import type { AgentRunResult, Finding, NextStep, OpenQuestion, Option } from './agent-run.ts'

export type StructuredOutput = Pick<
  AgentRunResult,
  'role_title' | 'analysis' | 'guidance' | 'symbolicResponse' | 'metadata'
> & {
  readonly intention: string
  readonly coverage: Readonly<Record<string, DeckCoverage>>
}

export const DUE_WORDS = {
  before_build: 'before it is built',
  before_launch: 'before it is launched',
  within_30_days: 'within 30 days',
} as const

const findingLines = ({
  id,
  title,
  statement,
  severity,
  confidence,
  because,
  card,
  refs,
}: Finding): readonly string[] => {
  const facts = because.map(({ fact, value }) => `${markdownCode(fact)} is ${markdownText(factText(value))}`)
  return [
    `### ${id} ${markdownText(title)}`,
    '',
    `${severity}, confidence ${confidence}, ${markdownCode(card)}`,
    '',
    markdownText(statement),
    '',
    ...(facts.length > 0 ? [`Because ${facts.join(', ')}.`, ''] : []),
    ...(refs.length > 0 ? [`See: ${refs.map((ref) => markdownText(ref.id)).join(', ')}.`, ''] : []),
  ]
}

const optionLines = (option: Option): readonly string[] => [
  `### ${option.id} ${markdownText(option.title)}`,
  '',
  ...option.for.map((text) => `- For: ${markdownText(text)}`),
  ...option.against.map((text) => `- Against: ${markdownText(text)}`),
  `- ${option.reversible ? 'It can be undone' : 'It cannot be undone'}`,
  '',
]

const stepLine = ({ id, action, owner, due, done_when, traces }: NextStep): string =>
  `- [ ] ${id} ${markdownText(action)} (${markdownText(owner)}, ${DUE_WORDS[due]}, ${traces.join(', ')}). Done when: ${markdownText(done_when)}`

const questionLine = ({ question, fact, type, options }: OpenQuestion, at: number): string =>
  `${at + 1}. ${markdownText(question)} (${markdownCode(fact)}, ${markdownText(options ? `${type} ${options.join(', ')}` : type)})`

const listItems = (texts: readonly string[]): readonly string[] => texts.map((text) => `- ${markdownText(text)}`)

const notDrawn = ({ coverage }: StructuredOutput): readonly string[] =>
  Object.entries(coverage).flatMap(([alias, { remaining }]) =>
    remaining.length === 0 ? [] : [`- ${markdownText(alias)}: ${remaining.map(markdownCode).join(', ')}`],
  )

/** Renders a consultation as Markdown. Text from users and cards is escaped. */
export const consultMarkdown = (consultation: StructuredOutput): string => {
  const { analysis, guidance, symbolicResponse, metadata } = consultation
  const lines = [
    `# ${markdownText(consultation.role_title)}: ${markdownText(symbolicResponse.spread.title)}`,
    '',
    `> ${markdownText(consultation.intention)}`,
    '',
    markdownText(analysis.summary),
    '',
    ...(guidance.decision === undefined ? [] : [`**Decision.** ${markdownText(guidance.decision)}`, '']),
    ...markdownSection('Findings', analysis.findings.flatMap(findingLines)),
    ...markdownSection('Options', analysis.options.flatMap(optionLines)),
    ...markdownSection('Next steps', guidance.next_steps.map(stepLine)),
    ...markdownSection('Avoid', listItems(guidance.do_not)),
    ...markdownSection('Review triggers', listItems(guidance.review_when)),
    ...markdownSection('Open questions, most decisive first', analysis.open_questions.map(questionLine)),
    ...markdownSection('Applicable cards not drawn', notDrawn(consultation)),
    ...markdownSection('Warnings', listItems((metadata.warnings ?? []).map(({ message }) => message))),
  ]
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}

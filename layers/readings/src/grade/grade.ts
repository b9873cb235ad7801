import { actionChecks } from './actionability.ts'
import { type Dimension, type GradeCheck, limitSpans } from './check.ts'
import { cleanCheck } from './clean.ts'
import { readDocument, type Span } from './document.ts'
import { type Gap, gapsOf } from './gaps.ts'
import { type KindName, kindOf } from './kinds.ts'
import { aggregateOf, scoresOf } from './scores.ts'
import { claimsCheck, soberCheck, sourcesCheck } from './support.ts'
import { coverageCheck, partsCheck, sizeCheck } from './task-fit.ts'

interface GradedFile {
  readonly path: string
  readonly content: string
}

const isFile = (value: unknown): value is GradedFile =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as GradedFile).path === 'string' &&
  typeof (value as GradedFile).content === 'string'

/**
 * Joins the files of a scaffold into one text, each below its path. Returns undefined if the content is not a list of
 * files.
 */
const scaffoldText = (content: string): string | undefined => {
  try {
    const parsed: unknown = JSON.parse(content)
    const files = Array.isArray(parsed) ? parsed : (parsed as { readonly files?: unknown } | null)?.files
    if (!Array.isArray(files) || !files.every(isFile)) return undefined
    return files.map(({ path, content: text }) => `# ${path.replaceAll(/[/._-]/g, ' ')}\n\n${text}`).join('\n\n')
  } catch {
    return undefined
  }
}

/** Must be increased with every change that affects a score in the golden set. */
export const GRADER_VERSION = '1.0.0'

export interface GradeInput {
  readonly kind: string
  readonly content: string
  readonly intent: string
}

export interface GradeFinding {
  readonly id: string
  readonly severity: 'info' | 'low' | 'medium' | 'high'
  readonly text: string
  readonly span?: Span
}

/** The grade of a text. Values are thousandths. */
export interface Grade {
  readonly kind: KindName
  readonly scores: Readonly<Record<Dimension, number>>
  readonly aggregate: number
  readonly checks: readonly GradeCheck[]
  readonly gaps: readonly Gap[]
  readonly findings: readonly GradeFinding[]
}

const checksOf = (
  { content, intent }: GradeInput,
  { name, kind }: ReturnType<typeof kindOf>,
): readonly GradeCheck[] => {
  const document = readDocument((name === 'scaffold' ? scaffoldText(content) : undefined) ?? content)
  return [
    partsCheck(document, kind),
    coverageCheck(document, intent),
    sizeCheck(document, kind),
    cleanCheck(document),
    claimsCheck(document),
    sourcesCheck(document, intent),
    soberCheck(document, kind.isFinancial === true),
    ...actionChecks(document, kind),
  ].map(limitSpans)
}

const severityOf = (value: number): GradeFinding['severity'] =>
  value < 250 ? 'high' : value < 500 ? 'medium' : value < 750 ? 'low' : 'info'

const FINDING_CHECKS = new Set(['clean', 'sober'])

const findingsOf = (checks: readonly GradeCheck[]): readonly GradeFinding[] =>
  checks
    .filter(({ id, value }) => FINDING_CHECKS.has(id) && value < 1_000)
    .map(({ id, value, detail, spans: [span] }) => ({
      id,
      severity: severityOf(value),
      text: detail,
      ...(span && { span }),
    }))

/**
 * Grades a text by countable features: the parts of its kind, coverage of the request, sources and actions. The same
 * text always gets the same grade. It cannot verify that a source is true.
 */
export const grade = (input: GradeInput): Grade => {
  const kind = kindOf(input.kind)
  const checks = checksOf(input, kind)
  const scores = scoresOf(checks)
  return {
    kind: kind.name,
    scores,
    aggregate: aggregateOf(scores),
    checks,
    gaps: gapsOf(checks),
    findings: findingsOf(checks),
  }
}

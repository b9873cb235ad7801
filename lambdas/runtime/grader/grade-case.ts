import { GRADER_VERSION, type Grade, grade } from '@signet/readings/grade'
import { jsonSha256 } from '@signet/receipts/digest'
import type { GraderBody } from '@signet/runtime-schemas/grader'
import { plainJson } from '../readings/request-names.ts'

export interface Rubric {
  readonly name: string
  readonly version: string
  readonly sha256: string
}

export interface GradeFile {
  readonly input: GraderBody
  readonly rubric: Rubric
  readonly result: unknown
}

export const KNOWN_VERSIONS = [GRADER_VERSION]

const fraction = (thousandths: number): number => thousandths / 1_000

const passedOf = ({ aggregate }: Grade, minimum: number | undefined): boolean | null =>
  minimum === undefined ? null : fraction(aggregate) >= minimum

export const gradeCase = ({ graderName, graderVersion, case: gradedCase }: GraderBody, rubric: Rubric) => {
  const { kind, content } = gradedCase.artifact
  const graded = grade({ kind, content, intent: gradedCase.intent })
  const { scores, checks, gaps, findings } = graded
  const reply = {
    graderName,
    graderVersion,
    caseId: gradedCase.id,
    scores: {
      TaskFit: fraction(scores.TaskFit),
      Support: fraction(scores.Support),
      Actionability: fraction(scores.Actionability),
    },
    aggregate: fraction(graded.aggregate),
    passed: passedOf(graded, gradedCase.expectedMinimumScore),
    checks: checks.map((check) => ({
      ...check,
      value: fraction(check.value),
      weight: check.weight / 100,
      spans: check.spans.map((span) => ({ ...span })),
    })),
    gaps: gaps.map(({ span, ...gap }) => ({ ...gap, loss: fraction(gap.loss), ...(span && { span: { ...span } }) })),
    findings: findings.map(({ span, ...finding }) => ({ ...finding, ...(span && { span: { ...span } }) })),
    rubric: { ...rubric },
  }
  return { reply, graded }
}

export const gradeSha256 = (reply: unknown): string => jsonSha256(plainJson(reply))

export const regrade = ({ input, rubric }: GradeFile): string => gradeSha256(gradeCase(input, rubric).reply)

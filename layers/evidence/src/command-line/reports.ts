import type { Policy, Severity } from '../policies/policy.ts'
import type { Gap, Verdict } from '../verdict.ts'

export interface FileVerdict {
  readonly path: string
  readonly text: string
  readonly verdict: Verdict
}

/** Line and column of an offset, counted from 1. */
const textPositionOf = (text: string, offset: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

/** A report for people: one line per gap with its position, and the score. */
export const plainReport = (checked: readonly FileVerdict[]): string =>
  checked
    .map(({ path, text, verdict: { gaps, score, policyVersion } }) => {
      const lines = gaps.map(({ requirementId, severity, span, description, suggestion }) => {
        const { line, column } = textPositionOf(text, span.start)
        return `${path}:${line}:${column}  ${severity.padEnd(8)} ${requirementId}  ${description}\n    ${suggestion}\n`
      })
      return `${lines.join('')}${path}  ${score} of 100 by ${policyVersion}, ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}\n`
    })
    .join('\n')

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  critical: 'error',
  major: 'warning',
  minor: 'notice',
}

const escapeProperty = (text: string): string =>
  text
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')

/** Annotations as GitHub workflow commands: one line per gap. */
export const githubReport = (checked: readonly FileVerdict[]): string =>
  checked
    .flatMap(({ path, text, verdict }) =>
      verdict.gaps.map(({ requirementId, severity, span, description, suggestion }) => {
        const { line, column } = textPositionOf(text, span.start)
        const location = `file=${escapeProperty(path)},line=${line},col=${column},title=${escapeProperty(requirementId)}`
        return `::${LEVELS[severity]} ${location}::${`${description} ${suggestion}`.replaceAll('%', '%25')}\n`
      }),
    )
    .join('')

const resultOf = ({ path, text }: FileVerdict, { requirementId, severity, span, description, suggestion }: Gap) => {
  const start = textPositionOf(text, span.start)
  const end = textPositionOf(text, span.end)
  return {
    ruleId: requirementId,
    level: severity === 'critical' ? 'error' : severity === 'major' ? 'warning' : 'note',
    message: { text: `${description} ${suggestion}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.replaceAll('\\', '/') },
          region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
        },
      },
    ],
  }
}

/** A report in SARIF 2.1.0, for code scanning. */
export const sarifReport = (checked: readonly FileVerdict[], policy: Policy): string => {
  const rules = policy.requirements.map(({ id, type, description, suggestion, severity, pillar }) => ({
    id,
    name: type,
    shortDescription: { text: description },
    help: { text: suggestion },
    properties: { severity, pillar },
  }))
  const driver = { name: 'signet-evidence', semanticVersion: '0.1.0', rules }
  const results = checked.flatMap((file) => file.verdict.gaps.map((gap) => resultOf(file, gap)))
  const report = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

export const jsonReport = (checked: readonly FileVerdict[]): string =>
  `${JSON.stringify(
    checked.map(({ path, verdict }) => ({ file: path, ...verdict })),
    null,
    2,
  )}\n`

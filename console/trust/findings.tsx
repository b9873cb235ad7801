import { Empty } from '@signet/ui'
import type { IntakeFinding } from '../api/posture.ts'
import { formatCount } from '../session/amounts.ts'
import { StateBadge } from '../session/state-badge.tsx'

type FindingView = Pick<IntakeFinding, 'id' | 'path' | 'severity' | 'description' | 'remediation' | 'recoveredBy'>

const badgeOf = ({ severity, recoveredBy }: FindingView) => {
  if (recoveredBy) return { tone: 'ok', text: 'Mitigated' } as const
  return severity === 'disqualifier'
    ? ({ tone: 'danger', text: 'Disqualifying' } as const)
    : ({ tone: 'warn', text: 'Warning' } as const)
}

interface Group {
  readonly first: FindingView
  readonly paths: readonly string[]
}

const groupFindings = (findings: readonly FindingView[]): readonly Group[] => {
  const groups = new Map<string, Group>()
  for (const finding of findings) {
    const key = `${finding.id} ${badgeOf(finding).text}`
    const { first = finding, paths = [] } = groups.get(key) ?? {}
    groups.set(key, { first, paths: [...paths, finding.path] })
  }
  return [...groups.values()]
}

const PathList = ({ paths }: { readonly paths: readonly string[] }) => (
  <details>
    <summary>Locations</summary>
    <ul>
      {paths.map((path) => (
        <li key={path}>
          <code>{path}</code>
        </li>
      ))}
    </ul>
  </details>
)

export const Findings = ({ findings }: { readonly findings: readonly FindingView[] }) =>
  findings.length === 0 ? (
    <Empty>No findings.</Empty>
  ) : (
    <ul class="stack tight plain-list findings">
      {groupFindings(findings).map(({ first, paths }) => (
        <li key={`${first.id} ${badgeOf(first).text}`}>
          <div class="row">
            <StateBadge of={badgeOf(first)} />
            <strong>{paths.length === 1 ? first.id : `${first.id} · ${formatCount(paths.length, 'location')}`}</strong>
            {paths.length === 1 && <code>{first.path}</code>}
          </div>
          <p>
            {first.description} <span class="second">{first.remediation}</span>
          </p>
          {paths.length > 1 && <PathList paths={paths} />}
        </li>
      ))}
    </ul>
  )

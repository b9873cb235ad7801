import { Badge, Empty } from '@signet/ui'
import type { IntakeFinding } from '../clients/posture.ts'

type Shown = Pick<IntakeFinding, 'id' | 'path' | 'severity' | 'description' | 'remediation' | 'recoveredBy'>

const toneOf = ({ severity, recoveredBy }: Shown) => {
  if (recoveredBy) return { tone: 'ok', text: 'Recovered' } as const
  return severity === 'disqualifier'
    ? ({ tone: 'danger', text: 'Disqualifies' } as const)
    : ({ tone: 'warn', text: 'Warning' } as const)
}

/** What the rules find, worst as they stand: in the order of the rules. */
export const Findings = ({ of: all }: { readonly of: readonly Shown[] }) =>
  all.length === 0 ? (
    <Empty>The rules find nothing.</Empty>
  ) : (
    <ul class="stack tight plain-list findings">
      {all.map((finding) => (
        <li key={`${finding.id} ${finding.path}`}>
          <div class="row">
            <Badge tone={toneOf(finding).tone}>{toneOf(finding).text}</Badge>
            <strong>{finding.id}</strong>
            <code>{finding.path}</code>
          </div>
          <p>
            {finding.description} <span class="second">{finding.remediation}</span>
          </p>
        </li>
      ))}
    </ul>
  )

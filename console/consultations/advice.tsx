import { Badge, Section } from '@signet/ui'
import type { AgentAnalysis } from '../api/consultations.ts'
import { References } from '../readings/report.tsx'
import { SEVERITY_TONES } from '../readings/severity-tones.ts'
import { capitalize } from '../session/capitalize.ts'
import { becauseText, confidenceReason, type Finding } from './advice-words.ts'

const FindingCard = ({ finding }: { readonly finding: Finding }) => {
  const { id, title, statement, severity, confidence, because, card, refs } = finding
  return (
    <article class="card stack tight" aria-label={`${id}: ${title}`}>
      <div class="row apart">
        <h3>
          {id} {title}
        </h3>
        <span class="row">
          <Badge tone={SEVERITY_TONES[severity]}>{capitalize(severity)}</Badge>
          <Badge>{capitalize(confidence)} confidence</Badge>
        </span>
      </div>
      <p>{statement}</p>
      <p class="second small">
        {confidenceReason(finding)}
        {because.length > 0 && `: ${becauseText(because)}`}. Source: card <code>{card}</code>.
      </p>
      <References refs={refs} />
    </article>
  )
}

export const Findings = ({ findings }: { readonly findings: AgentAnalysis['findings'] }) => (
  <Section title="Findings">
    {findings.length === 0 && <p class="second">No findings.</p>}
    {findings.map((finding) => (
      <FindingCard key={finding.id} finding={finding} />
    ))}
  </Section>
)

const Reasons = ({ title, reasons }: { readonly title: string; readonly reasons: readonly string[] }) =>
  reasons.length === 0 ? null : (
    <div class="stack tight">
      <p class="second">{title}</p>
      <ul class="bullets">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )

export const Options = ({ options }: { readonly options: AgentAnalysis['options'] }) =>
  options.length === 0 ? null : (
    <Section title="Options">
      <div class="columns">
        {options.map(({ id, title, for: pros, against: cons, reversible }) => (
          <article key={id} class="card" aria-label={`${id}: ${title}`}>
            <h3>
              {id} {title}
            </h3>
            <div class="row">
              <Badge tone={reversible ? 'neutral' : 'warn'}>{reversible ? 'Reversible' : 'Not reversible'}</Badge>
            </div>
            <Reasons title="Pros" reasons={pros} />
            <Reasons title="Cons" reasons={cons} />
          </article>
        ))}
      </div>
    </Section>
  )

import { ASSESSMENT_KIND, claimRows } from '@signet/posture/claim-labels'
import { claimEntries, claimName, claimValue } from '@signet/receipts/claim-words'
import { kindLabel } from '@signet/receipts/kind-labels'
import { type Column, DropZone, Facts, Notice, Section, Table, Time, type Tone } from '@signet/ui'
import { useEffect, useRef } from 'preact/hooks'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import type { CheckRow } from './check-rows.ts'
import { meaningOf } from './meaning.ts'
import type { Outcome } from './use-check.ts'

const STATES: Readonly<Record<CheckRow['status'], { readonly text: string; readonly tone: Tone }>> = {
  pass: { text: 'Passed', tone: 'ok' },
  fail: { text: 'Failed', tone: 'danger' },
  pending: { text: 'Pending', tone: 'warn' },
  skipped: { text: 'Not checked', tone: 'neutral' },
}

const columns: readonly Column<CheckRow>[] = [
  {
    title: 'Check',
    cell: ({ name, question }) => (
      <>
        {name}
        <div class="second small">{question}</div>
      </>
    ),
  },
  {
    title: 'Result',
    cell: ({ status }) => <StateBadge of={STATES[status]} />,
  },
  { title: 'Details', cell: ({ detail }) => detail },
]

const KeysNotice = ({ outcome: { keySource, verdict } }: { readonly outcome: Outcome }) => {
  const issuer = verdict.statement?.predicate.issuer
  if (!verdict.valid || keySource !== 'file') return null
  return (
    <Notice kind="warn">
      <p>
        The key is from the file, and anyone can put a key into a file. The key belongs to {issuer} only if that issuer
        publishes it. Key ID (kid): <code>{verdict.kid}</code>.
      </p>
    </Notice>
  )
}

const reportedState = ({ issuerReport, verdict }: Outcome) => issuerReport.state ?? verdict.status?.state

const STATE_WORDS = { withdrawn: 'withdrawn', superseded: 'replaced' } as const

const StatusNotice = ({ outcome }: { readonly outcome: Outcome }) => {
  const state = reportedState(outcome) ?? 'active'
  if (state === 'active') return null
  return (
    <Notice kind="warn">
      <p>
        The issuer reports that this receipt was {STATE_WORDS[state]}.{' '}
        {state === 'withdrawn' ? 'Do not rely on it.' : 'Another receipt replaced it.'}
      </p>
    </Notice>
  )
}

/** A valid receipt of an assessment can state that the organization does not meet the rules. */
const AssessmentNotice = ({ outcome: { verdict } }: { readonly outcome: Outcome }) =>
  verdict.valid && (verdict.statement?.predicate.result?.refused ?? 0) > 0 ? (
    <Notice kind="warn">
      <p>
        <strong>Does not meet the rules.</strong> The evaluation found a gap that no other control covers.
      </p>
    </Notice>
  ) : null

const verdictOf = (outcome: Outcome): { readonly kind: 'ok' | 'warn' | 'danger'; readonly title: string } => {
  if (!outcome.verdict.valid) return { kind: 'danger', title: 'This receipt is invalid' }
  const state = reportedState(outcome) ?? 'active'
  return state === 'active'
    ? { kind: 'ok', title: 'This receipt is valid' }
    : { kind: 'warn', title: `This receipt was ${STATE_WORDS[state]}` }
}

const Verdict = ({ outcome }: { readonly outcome: Outcome }) => {
  const { kind, title } = verdictOf(outcome)
  return (
    <Notice kind={kind} isAlert>
      <p>
        <strong>{title}</strong>
      </p>
      <p>
        {outcome.name}
        {outcome.subjectName !== undefined && `, with ${outcome.subjectName}`}
      </p>
    </Notice>
  )
}

const KEY_SOURCES = {
  signet: 'Published keys of this Signet deployment',
  user: 'Your trusted keys',
  file: 'Keys from the file',
} as const

const resultWords = (kind: string, result: Readonly<Record<string, number>> | undefined): string | undefined => {
  if (kind === ASSESSMENT_KIND && result?.refused !== undefined)
    return result.refused > 0 ? 'Does not meet the rules' : 'Meets the rules, with no open gap'
  return (
    result &&
    Object.entries(result)
      .map(([name, value]) => `${claimName(name)}: ${value.toLocaleString('en')}`)
      .join(', ')
  )
}

/** The content of the receipt. It is meaningless unless the receipt is valid. */
const ReceiptContent = ({ outcome: { verdict, keySource } }: { readonly outcome: Outcome }) => {
  const { statement, hash, kid } = verdict
  if (!statement) return null
  const { kind, issuer, issuedAt, chain, result } = statement.predicate
  const [subject] = statement.subject
  return (
    <Section title={verdict.valid ? 'Receipt content' : 'Receipt content (not verified)'} isCard>
      <Facts
        facts={[
          ['Kind', kindLabel(kind)],
          ['Issued', <Time key="issued" at={issuedAt} now={serviceNow()} />],
          ['Issuer', issuer],
          ['Refers to', `${subject.name} (SHA-256 ${subject.digest.sha256})`],
          ['Receipt number', `Receipt ${chain.seq.toLocaleString('en')} of its organization`],
          ['Result', resultWords(kind, result)],
          ['Hash', <code key="hash">{hash}</code>],
          ['Key', <code key="key">{kid}</code>],
          ['Keys used', KEY_SOURCES[keySource]],
        ]}
      />
    </Section>
  )
}

const ProvenClaims = ({ kind, claims }: { readonly kind: string | undefined; readonly claims: unknown }) => {
  const entries =
    kind === ASSESSMENT_KIND ? claimRows(claims as Readonly<Record<string, unknown>>) : claimEntries(claims)
  return entries === undefined ? <p>{claimValue(claims)}</p> : <Facts facts={entries} />
}

const Sentences = ({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) => (
  <Section title={title} isCard>
    <ul class="stack tight">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Section>
)

export const Result = ({
  outcome,
  onSubject,
}: {
  readonly outcome: Outcome
  readonly onSubject: (files: readonly File[]) => void
}) => {
  const { verdict, rows } = outcome
  const { proves, doesNotProve } = meaningOf(verdict, { isStateKnown: reportedState(outcome) !== undefined })
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone, the result would be below the visible area.
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  return (
    <div class="stack">
      <div ref={element}>
        <Verdict outcome={outcome} />
      </div>
      <KeysNotice outcome={outcome} />
      <StatusNotice outcome={outcome} />
      <AssessmentNotice outcome={outcome} />
      <Table label="Checks" rows={rows} keyOf={({ name }) => name} columns={columns} />
      <DropZone label="Choose the described file" onFiles={onSubject}>
        <p>Drop the image or file that the receipt describes. The SHA-256 of the file is compared in this browser.</p>
      </DropZone>
      <ReceiptContent outcome={outcome} />
      {verdict.valid && verdict.claims !== undefined && (
        <Section title="Proven claims" isCard>
          <ProvenClaims kind={verdict.statement?.predicate.kind} claims={verdict.claims} />
        </Section>
      )}
      <div class="columns">
        {proves.length > 0 && <Sentences title="Proven" sentences={proves} />}
        <Sentences title="Not proven" sentences={doesNotProve} />
      </div>
    </div>
  )
}

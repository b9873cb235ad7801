import { Code, type Column, DropZone, Facts, Notice, Section, Table, type Tone } from '@signet/ui'
import { useEffect, useRef } from 'preact/hooks'
import { kindWords } from '../receipts/receipt-words.ts'
import { StateBadge } from '../session/state-badge.tsx'
import type { CheckRow } from './check-rows.ts'
import { meaningOf } from './meaning.ts'
import type { Outcome } from './use-check.ts'

const STATES: Readonly<Record<CheckRow['status'], { readonly text: string; readonly tone: Tone }>> = {
  pass: { text: 'Passes', tone: 'ok' },
  fail: { text: 'Fails', tone: 'danger' },
  pending: { text: 'Pending', tone: 'warn' },
  skipped: { text: 'Not checked', tone: 'neutral' },
}

const columns: readonly Column<CheckRow>[] = [
  { title: 'Check', cell: ({ name }) => name },
  {
    title: 'Result',
    cell: ({ status }) => <StateBadge of={STATES[status]} />,
  },
  { title: 'Finding', cell: ({ detail }) => detail },
]

const KeysNotice = ({ of: { keysFrom, verdict } }: { readonly of: Outcome }) => {
  const issuer = verdict.statement?.predicate.issuer
  if (!verdict.valid || keysFrom !== 'file') return null
  return (
    <Notice kind="warn">
      <p>
        The key came with the file: whoever makes a file up brings a key of their own. It is that of {issuer} only if
        that publishes it, too. Its kid is <code>{verdict.kid}</code>.
      </p>
    </Notice>
  )
}

const stateTold = ({ issuerWord, verdict }: Outcome) => issuerWord.state ?? verdict.status?.state

const EndedNotice = ({ of: outcome }: { readonly of: Outcome }) => {
  const ended = stateTold(outcome) ?? 'active'
  if (ended === 'active') return null
  return (
    <Notice kind="warn">
      <p>Its issuer says that it was {ended}. It stays valid: it was issued.</p>
    </Notice>
  )
}

const Verdict = ({ of: outcome }: { readonly of: Outcome }) => (
  <Notice kind={outcome.verdict.valid ? 'ok' : 'danger'} isAlert>
    <p>
      <strong>{outcome.verdict.valid ? 'This receipt is valid' : 'This receipt is not valid'}</strong>
    </p>
    <p>
      {outcome.name}
      {outcome.subjectName !== undefined && `, with ${outcome.subjectName}`}
    </p>
  </Notice>
)

const WHOSE = {
  signet: 'The keys that this Signet publishes',
  reader: 'The keys that you gave',
  file: 'What the file brings',
} as const

const resultWords = (result: Readonly<Record<string, number>> | undefined): string | undefined =>
  result &&
  Object.entries(result)
    .map(([name, value]) => `${name} ${value.toLocaleString('en')}`)
    .join(', ')

/** What the receipt says of itself: worth nothing unless it is valid. */
const Said = ({ of: { verdict, keysFrom } }: { readonly of: Outcome }) => {
  const { statement, hash, kid } = verdict
  if (!statement) return null
  const { kind, issuer, issuedAt, chain, result } = statement.predicate
  const [subject] = statement.subject
  return (
    <Section title={verdict.valid ? 'The receipt' : 'What it says, and nobody has signed so'} isCard>
      <Facts
        facts={[
          ['Kind', kindWords(kind)],
          ['Issued', issuedAt],
          ['By', issuer],
          ['About', `${subject.name}, SHA-256 ${subject.digest.sha256}`],
          ['Number', `${chain.seq.toLocaleString('en')} of its organization`],
          ['Result', resultWords(result)],
          ['Hash', <code key="hash">{hash}</code>],
          ['Key', <code key="key">{kid}</code>],
          ['Checked with', WHOSE[keysFrom]],
        ]}
      />
    </Section>
  )
}

const Sentences = ({ title, of: all }: { readonly title: string; readonly of: readonly string[] }) => (
  <Section title={title} isCard>
    <ul class="stack tight">
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Section>
)

export const Result = ({
  of: outcome,
  onSubject,
}: {
  readonly of: Outcome
  readonly onSubject: (files: readonly File[]) => void
}) => {
  const { verdict, rows } = outcome
  const { proves, doesNotProve } = meaningOf(verdict, stateTold(outcome) !== undefined)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a telephone it would be below what can be seen.
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  return (
    <div class="stack">
      <div ref={element}>
        <Verdict of={outcome} />
      </div>
      <KeysNotice of={outcome} />
      <EndedNotice of={outcome} />
      <Table label="Checks" rows={rows} keyOf={({ name }) => name} columns={columns} />
      <DropZone label="Choose the file that it is about" onFiles={onSubject}>
        <p>Have the picture or file that it is about? Drop it here: its SHA-256 is compared, here in the browser.</p>
      </DropZone>
      <Said of={outcome} />
      {verdict.valid && verdict.claims !== undefined && (
        <Section title="Claims that are proven" isCard>
          <Code text={JSON.stringify(verdict.claims, undefined, 2)} label="Claims" language="json" />
        </Section>
      )}
      <div class="columns">
        {proves.length > 0 && <Sentences title="What this proves" of={proves} />}
        <Sentences title="What it does not prove" of={doesNotProve} />
      </div>
    </div>
  )
}

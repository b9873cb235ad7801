import type { Intake } from '@signet/posture'
import { claimLabel, claimSummary } from '@signet/posture/claim-labels'
import { type Column, CopyId, Facts, LinkButton, Notice, PageHead, Section, Table } from '@signet/ui'
import { dayText } from '@signet/ui/dates'
import { useRoute } from 'preact-iso'
import type { IntakeDetail } from '../api/posture.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { StateBadge } from '../session/state-badge.tsx'
import { Comparison } from './comparison.tsx'
import { Findings } from './findings.tsx'
import { intakeQuery } from './trust-query.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { ageWords, badgeWords, type IntakeStatus, receiptWords, verdictWords } from './trust-words.ts'
import { UseAsDraft } from './use-as-draft.tsx'

interface VerdictProps {
  readonly intake: IntakeDetail & IntakeStatus
}

const StatusNotice = ({ intake: { refused, state } }: VerdictProps) => {
  if (state === 'active') return null
  const { text, meaning } = badgeWords({ refused, state })
  return (
    <Notice kind="warn">
      <p>
        {text}. {meaning} Trust pages with this receipt show this status.
      </p>
    </Notice>
  )
}

const Verdict = ({ intake }: VerdictProps) => {
  const { asOf, refused, summary, ruleset, freshness, receipt, state } = intake
  const age = ageWords(freshness.state, state)
  return (
    <Section title="Verdict">
      <StatusNotice intake={intake} />
      <Facts
        facts={[
          ['Verdict', <StateBadge of={verdictWords(refused)} />],
          ['Receipt', <StateBadge of={receiptWords(state)} />],
          ['Freshness', <StateBadge of={age} />],
          ['Summary', summary],
          ['Assessment date', dayText(asOf)],
          ['Rules', ruleset],
        ]}
      />
      {freshness.reasons.map(({ rule, message, since }) => (
        <Notice key={`${rule} ${message}`} kind="warn">
          <p>
            {message}. Flagged by rule {rule} since {dayText(since)}.
          </p>
        </Notice>
      ))}
      <div class="row">
        <LinkButton href={`/receipts/${receipt.hash}`}>View receipt</LinkButton>
        <LinkButton href={`/receipts/check?hash=${receipt.hash}`}>Verify receipt</LinkButton>
        <LinkButton href={`/api/agents/ciso-intake/intakes/${receipt.hash}/caiq?format=csv`} download="caiq.csv">
          Download CAIQ answers (.csv)
        </LinkButton>
      </div>
    </Section>
  )
}

interface Claim {
  readonly name: string
  readonly value: unknown
}

const columns: readonly Column<Claim>[] = [
  { title: 'Claim', cell: ({ name }) => <span title={name}>{claimLabel(name)}</span> },
  { title: 'Value', cell: ({ name, value }) => claimSummary(name, value) },
]

const Claims = ({ intake: { claims } }: { readonly intake: IntakeDetail }) => (
  <Section title="Public claims">
    <p class="second">Anyone with the receipt can see these claims. The other answers of the intake are private.</p>
    <div class="trust-claims">
      <Table
        label="Public claims"
        rows={Object.entries(claims).map(([name, value]) => ({ name, value }))}
        keyOf={({ name }) => name}
        columns={columns}
      />
    </div>
  </Section>
)

export const IntakePage = () => {
  const { organization } = useSession()
  const hash = useRoute().params.hash ?? ''
  const isHash = /^[0-9a-f]{64}$/.test(hash)
  const intake = useQuery({ ...intakeQuery(organization.id, hash), enabled: isHash })
  const absent = <NotFound what="intake" back={{ href: '/trust-pages/intakes', text: 'Back to intakes' }} />
  if (!isHash) return absent
  return (
    <Loaded of={intake} absent={absent}>
      {(storedIntake) => (
        <div class="stack">
          <PageHead
            title={`Intake of ${dayText(storedIntake.asOf)}`}
            about={
              <>
                Receipt {hash.slice(0, 12)} <CopyId id={hash} what="hash" />
              </>
            }
            actions={<UseAsDraft intake={storedIntake.intake as Intake} />}
          />
          <TrustTabs current="/trust-pages/intakes" />
          <Verdict intake={storedIntake} />
          <Section title="Findings">
            <Findings findings={storedIntake.findings} />
          </Section>
          <Comparison hash={hash} />
          <Claims intake={storedIntake} />
        </div>
      )}
    </Loaded>
  )
}

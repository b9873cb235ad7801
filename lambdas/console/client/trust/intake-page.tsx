import { claimText } from '@signet/posture/claim-text'
import { Badge, type Column, CopyId, Facts, LinkButton, Notice, PageHead, Section, Table } from '@signet/ui'
import { useRoute } from 'preact-iso'
import type { KeptIntake } from '../clients/posture.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { Compared } from './compared.tsx'
import { Findings } from './findings.tsx'
import { intakeQuery } from './trust-query.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { freshnessWords, verdictWords } from './trust-words.ts'

const Verdict = ({ of: { asOf, refused, summary, ruleset, freshness, receipt } }: { readonly of: KeptIntake }) => (
  <Section title="Verdict">
    <Facts
      facts={[
        ['Verdict', <Badge tone={verdictWords(refused).tone}>{verdictWords(refused).text}</Badge>],
        [
          'Freshness',
          <Badge tone={freshnessWords(freshness.state).tone}>{freshnessWords(freshness.state).text}</Badge>,
        ],
        ['In words', summary],
        ['Judged on', asOf],
        ['Rules', ruleset],
      ]}
    />
    {freshness.reasons.map(({ rule, message, since }) => (
      <Notice key={`${rule} ${message}`} kind="warn">
        <p>
          {message} ({rule}, since {since}).
        </p>
      </Notice>
    ))}
    <div class="row">
      <LinkButton href={`/receipts/${receipt.hash}`}>The receipt</LinkButton>
      <LinkButton href={`/receipts/check?hash=${receipt.hash}`}>Check it here</LinkButton>
      <LinkButton href={`/api/agents/ciso-intake/intakes/${receipt.hash}/caiq?format=csv`} download="caiq.csv">
        Answers to CAIQ (.csv)
      </LinkButton>
    </div>
  </Section>
)

interface Claim {
  readonly name: string
  readonly value: unknown
}

const columns: readonly Column<Claim>[] = [
  { title: 'Claim', cell: ({ name }) => <code>{name}</code> },
  { title: 'Says', cell: ({ name, value }) => claimText(name, value) },
]

const Claims = ({ of: { claims } }: { readonly of: KeptIntake }) => (
  <Section title="What is public">
    <p class="second">Whoever has the receipt sees these claims, and nothing else of the intake.</p>
    <Table
      label="Public claims"
      rows={Object.entries(claims).map(([name, value]) => ({ name, value }))}
      keyOf={({ name }) => name}
      columns={columns}
    />
  </Section>
)

/** A judged intake: its verdict, findings, claims, and what was mended since another. */
export const IntakePage = () => {
  const { organisation } = useSession()
  const hash = useRoute().params.hash ?? ''
  const isHash = /^[0-9a-f]{64}$/.test(hash)
  const intake = useQuery({ ...intakeQuery(organisation.id, hash), enabled: isHash })
  const absent = <NotFound what="intake" back={{ href: '/trust-pages/intakes', text: 'To the intakes' }} />
  if (!isHash) return absent
  return (
    <Loaded of={intake} absent={absent}>
      {(kept) => (
        <div class="stack">
          <PageHead
            title={`Intake of ${kept.asOf}`}
            about={
              <>
                Receipt {hash.slice(0, 12)} <CopyId id={hash} what="hash" />
              </>
            }
          />
          <TrustTabs current="/trust-pages/intakes" />
          <Verdict of={kept} />
          <Section title="Findings">
            <Findings of={kept.findings} />
          </Section>
          <Compared to={hash} />
          <Claims of={kept} />
        </div>
      )}
    </Loaded>
  )
}

import {
  Badge,
  Button,
  type Column,
  CopyId,
  Empty,
  Facts,
  LinkButton,
  PageHead,
  Section,
  Table,
  Time,
} from '@signet/ui'
import { useLocation, useRoute } from 'preact-iso'
import type { EvidenceAttestation, EvidenceCritique } from '../api/evidence.ts'
import { receipts } from '../api/receipts.ts'
import { formatCount } from '../session/amounts.ts'
import { capitalize } from '../session/capitalize.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { cachedAttestation, critiqueQuery } from './attestation-query.ts'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { attackWords, resolutionWords, severityTone } from './evidence-words.ts'
import { usd } from './fill-words.ts'
import { useDraft } from './use-draft.ts'

type Attack = EvidenceCritique['attacks'][number]

const columns: readonly Column<Attack>[] = [
  { title: 'Weakness', cell: ({ attack }) => attack },
  { title: 'Type', cell: ({ type }) => attackWords(type) },
  { title: 'Severity', cell: ({ severity }) => <Badge tone={severityTone(severity)}>{capitalize(severity)}</Badge> },
  { title: 'Outcome', cell: ({ resolution, reason }) => <span title={reason}>{resolutionWords(resolution)}</span> },
]

const SKIPPED = {
  empty_library: 'Skipped: the library is empty',
  loop_failed: 'Skipped: the gap fill failed and was not counted',
} as const

const gapFillText = ({ pipelineSummary: { gapFill }, gapFillSkipped }: EvidenceAttestation): string | undefined => {
  if (gapFillSkipped) return SKIPPED[gapFillSkipped]
  return gapFill && `${formatCount(gapFill.assetsInjected, 'asset')} in ${formatCount(gapFill.iterations, 'round')}`
}

const Outcome = ({ attestation }: { readonly attestation: EvidenceAttestation }) => {
  const { route } = useLocation()
  const [, change] = useDraft()
  const { pipelineSummary, revised, policyVersion, receiptVersion, creditsUsed } = attestation
  const { initialGaps, finalGaps, revisedDiffersFromInput } = pipelineSummary
  return (
    <Section title="Attestation complete" isCard>
      <Facts
        facts={[
          ['Policy', policyVersion],
          ['Gaps', `${initialGaps} before, ${finalGaps} after`],
          ['Gap fill', gapFillText(attestation)],
          ['Receipt', `Version ${receiptVersion}`],
          ['Model cost', usd(creditsUsed)],
        ]}
      />
      {revisedDiffersFromInput && (
        <div class="row">
          <span>The attested text differs from your draft.</span>
          <Button
            onClick={() => {
              change({ body: revised.body })
              route('/evidence')
            }}
          >
            Open in editor
          </Button>
        </div>
      )}
    </Section>
  )
}

const Proof = ({ hash, score }: { readonly hash: string; readonly score: number }) => {
  const receipt = useOrganizationQuery((organization) => ({
    queryKey: ['receipts', organization, hash],
    queryFn: ({ signal }) => receipts.getReceipt({ hash }, { signal }),
  }))
  return (
    <Section title="Receipt" isCard>
      <Loaded of={receipt}>
        {({ verifyUrl, issuedAt }) => (
          <>
            <Facts
              facts={[
                ['Score', `${score} of 100`],
                ['Hash', <code key="hash">{hash}</code>],
                ['Issued', <Time key="issued" at={issuedAt} now={serviceNow()} />],
                [
                  'Public link',
                  <a key="verify" href={verifyUrl}>
                    {verifyUrl}
                  </a>,
                ],
              ]}
            />
            <div class="row">
              <LinkButton href={`/receipts/${hash}`}>View receipt</LinkButton>
              <LinkButton href={`/receipts/check?hash=${hash}`}>Verify receipt</LinkButton>
            </div>
          </>
        )}
      </Loaded>
    </Section>
  )
}

const Attacks = ({ critique: { attacks } }: { readonly critique: EvidenceCritique }) => (
  <Section title="Critique">
    <p class="second">
      Weaknesses found in the text before it was revised. Visible only to your organization; the receipt contains the
      hash of this list.
    </p>
    {attacks.length === 0 ? (
      <Empty>The review found no weaknesses.</Empty>
    ) : (
      <Table label="Critique" rows={attacks} keyOf={({ id }) => id} columns={columns} />
    )}
  </Section>
)

export const AttestationPage = () => {
  const { organization } = useSession()
  const hash = useRoute().params.hash ?? ''
  const critique = useQuery({ ...critiqueQuery(organization.id, hash), enabled: /^[0-9a-f]{64}$/.test(hash) })
  const attestation = cachedAttestation(organization.id, hash)
  const absent = <NotFound what="attestation" back={{ href: '/evidence', text: 'Back to editor' }} />
  if (!/^[0-9a-f]{64}$/.test(hash)) return absent
  return (
    <Loaded of={critique} absent={absent}>
      {(data) => (
        <div class="stack">
          <PageHead
            title="Attested text"
            about={
              <>
                Receipt {hash.slice(0, 12)} <CopyId id={hash} what="hash" />
              </>
            }
          />
          <EvidenceTabs current="/evidence" />
          {attestation && <Outcome attestation={attestation} />}
          <Proof hash={hash} score={data.score} />
          <Attacks critique={data} />
        </div>
      )}
    </Loaded>
  )
}

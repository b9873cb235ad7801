import { type Column, Empty, LinkButton, PageHead, Section, Table, Time } from '@signet/ui'
import { evidence, type ListEvidenceGapFillsOutput, type ListEvidenceValidationsOutput } from '../api/evidence.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOwnPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { usd } from './fill-words.ts'

type Validation = ListEvidenceValidationsOutput['validations'][number]
type GapFill = ListEvidenceGapFillsOutput['gapFills'][number]

const PAGE = 20

const validationColumns: readonly Column<Validation>[] = [
  { title: 'Checked', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
  { title: 'Policy', cell: ({ policyVersion }) => policyVersion },
  { title: 'Score', cell: ({ score }) => score, isNumber: true },
  { title: 'Gaps', cell: ({ gapCount }) => gapCount, isNumber: true },
  { title: 'Text', cell: ({ contentHash }) => <code title={contentHash}>{contentHash.slice(0, 12)}</code> },
]

const gapFillColumns: readonly Column<GapFill>[] = [
  { title: 'Revised', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
  { title: 'Policy', cell: ({ policyVersion }) => policyVersion },
  { title: 'Rounds', cell: ({ iterations }) => iterations, isNumber: true },
  { title: 'Gaps', cell: ({ initialGaps, finalGaps }) => `${initialGaps} → ${finalGaps}`, isNumber: true },
  { title: 'Models', cell: ({ creditsUsed }) => usd(creditsUsed), isNumber: true },
]

const Validations = () => {
  const pages = useOwnPages((organization) => ({
    queryKey: ['evidence', organization, 'validations'],
    queryFn: ({ pageParam, signal }) =>
      evidence.listEvidenceValidations({ limit: PAGE, cursor: pageParam }, { signal }),
    next: ({ nextCursor }) => nextCursor,
  }))
  return (
    <LoadedPages
      of={pages}
      itemsOf={({ validations }) => validations}
      empty={<Empty action={<LinkButton href="/evidence">To the editor</LinkButton>}>No text was checked yet.</Empty>}
    >
      {(all) => (
        <Table label="Checks" rows={all} keyOf={({ validationId }) => validationId} columns={validationColumns} />
      )}
    </LoadedPages>
  )
}

const GapFills = () => {
  const pages = useOwnPages((organization) => ({
    queryKey: ['evidence', organization, 'gap-fills'],
    queryFn: ({ pageParam, signal }) => evidence.listEvidenceGapFills({ limit: PAGE, cursor: pageParam }, { signal }),
    next: ({ nextCursor }) => nextCursor,
  }))
  return (
    <LoadedPages
      of={pages}
      itemsOf={({ gapFills }) => gapFills}
      empty={<Empty>No gaps were filled yet. The editor does it, with assets of your library.</Empty>}
    >
      {(all) => <Table label="Revisions" rows={all} keyOf={({ gapFillId }) => gapFillId} columns={gapFillColumns} />}
    </LoadedPages>
  )
}

/** What was checked and revised: counts and hashes, as texts are not kept. */
export const HistoryPage = () => (
  <div class="stack">
    <PageHead
      title="Evidence"
      about={
        <>
          What was counted. Texts are not kept; their hashes and scores are. What was attested is among{' '}
          <a href="/receipts?kind=evidence.publish">the receipts</a>.
        </>
      }
    />
    <EvidenceTabs current="/evidence/history" />
    <Section title="Checks">
      <Validations />
    </Section>
    <Section title="Gaps filled">
      <GapFills />
    </Section>
  </div>
)

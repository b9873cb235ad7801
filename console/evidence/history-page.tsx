import { type Column, Empty, LinkButton, PageHead, Section, Table, Time } from '@signet/ui'
import { evidence, type ListEvidenceGapFillsOutput, type ListEvidenceValidationsOutput } from '../api/evidence.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { usd } from './fill-words.ts'

type Validation = ListEvidenceValidationsOutput['validations'][number]
type GapFill = ListEvidenceGapFillsOutput['gapFills'][number]

const PAGE_SIZE = 20

const validationColumns: readonly Column<Validation>[] = [
  { title: 'Date', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
  { title: 'Policy', cell: ({ policyVersion }) => policyVersion },
  { title: 'Score', cell: ({ score }) => score, isNumber: true },
  { title: 'Gaps', cell: ({ gapCount }) => gapCount, isNumber: true },
  { title: 'Text hash', cell: ({ contentHash }) => <code title={contentHash}>{contentHash.slice(0, 12)}</code> },
]

const gapFillColumns: readonly Column<GapFill>[] = [
  { title: 'Date', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
  { title: 'Policy', cell: ({ policyVersion }) => policyVersion },
  { title: 'Rounds', cell: ({ iterations }) => iterations, isNumber: true },
  { title: 'Gaps', cell: ({ initialGaps, finalGaps }) => `${initialGaps} → ${finalGaps}`, isNumber: true },
  { title: 'Model cost', cell: ({ creditsUsed }) => usd(creditsUsed), isNumber: true },
]

const Validations = () => {
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['evidence', organization, 'validations'],
    queryFn: ({ pageParam, signal }) =>
      evidence.listEvidenceValidations({ limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    next: ({ nextCursor }) => nextCursor,
  }))
  return (
    <LoadedPages
      of={pages}
      itemsOf={({ validations }) => validations}
      empty={
        <Empty action={<LinkButton href="/evidence">Open editor</LinkButton>}>
          Saved checks appear here. Check a text in the editor.
        </Empty>
      }
    >
      {(all) => (
        <Table label="Checks" rows={all} keyOf={({ validationId }) => validationId} columns={validationColumns} />
      )}
    </LoadedPages>
  )
}

const GapFills = () => {
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['evidence', organization, 'gap-fills'],
    queryFn: ({ pageParam, signal }) =>
      evidence.listEvidenceGapFills({ limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    next: ({ nextCursor }) => nextCursor,
  }))
  return (
    <LoadedPages
      of={pages}
      itemsOf={({ gapFills }) => gapFills}
      empty={<Empty>Gap fills appear here. Start one in the editor, with assets from your library.</Empty>}
    >
      {(all) => <Table label="Gap fills" rows={all} keyOf={({ gapFillId }) => gapFillId} columns={gapFillColumns} />}
    </LoadedPages>
  )
}

/** Counted checks and gap fills: figures and hashes only, because texts are not stored. */
export const HistoryPage = () => (
  <div class="stack">
    <PageHead
      title="Evidence"
      about={
        <>
          Your saved checks and gap fills. Texts are not stored. Attestations are listed with{' '}
          <a href="/receipts?kind=evidence.publish">your receipts</a>.
        </>
      }
    />
    <EvidenceTabs current="/evidence/history" />
    <Section title="Checks">
      <Validations />
    </Section>
    <Section title="Gap fills">
      <GapFills />
    </Section>
  </div>
)

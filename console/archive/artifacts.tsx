import { Badge, Button, Empty, Failure, Section, type Tone } from '@signet/ui'
import {
  type Artifact,
  type ArtifactSummary,
  type CreateArtifactInput,
  type Notebook,
  notebooks,
} from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { ArtifactSections } from './artifact-sections.tsx'

const KINDS: readonly { readonly kind: CreateArtifactInput['kind']; readonly text: string }[] = [
  { kind: 'briefing_doc', text: 'Briefing' },
  { kind: 'faq_glossary', text: 'FAQ and glossary' },
  { kind: 'implementation_plan', text: 'Implementation plan' },
  { kind: 'world_bible', text: 'Worldbuilding guide' },
]

const POLL_MS = 2_000

const STATES: Readonly<Record<ArtifactSummary['state'], { readonly text: string; readonly tone: Tone }>> = {
  queued: { text: 'Queued', tone: 'accent' },
  generating: { text: 'Generating', tone: 'accent' },
  ready: { text: 'Ready', tone: 'ok' },
  failed: { text: 'Failed', tone: 'danger' },
}

const REASONS: Readonly<Record<Artifact['staleReasons'][number], string>> = {
  source_added: 'a source was added',
  source_removed: 'a source was removed',
  source_updated: 'a source changed',
  instructions_changed: 'the instructions changed',
}

const isInProgress = ({ state }: Pick<ArtifactSummary, 'state'>): boolean =>
  state === 'queued' || state === 'generating'

const ArtifactCard = ({ of: summary, notebook }: { readonly of: ArtifactSummary; readonly notebook: Notebook }) => {
  const ids = { wId: notebook.workspaceId, nId: notebook.id, aId: summary.id }
  const artifact = useOrganizationQuery((organization) => ({
    queryKey: ['notebooks', organization, notebook.id, 'artifact', summary],
    queryFn: ({ signal }) => notebooks.getArtifact(ids, { signal }),
    placeholderData: (previous) => previous,
  }))
  const regenerate = useAction(
    () => notebooks.regenerateArtifact(ids),
    () => void invalidate('notebooks'),
  )
  const reasons = artifact.data?.staleReasons.map((reason) => REASONS[reason]).join(', ')
  return (
    <article class="card">
      <div class="row apart">
        <div class="row">
          <h3>{summary.title}</h3>
          <StateBadge of={STATES[summary.state]} />
          {summary.stale && <Badge tone="warn">Out of date{reasons ? `: ${reasons}` : ''}</Badge>}
        </div>
        {!isInProgress(summary) && (
          <ActionButton of={regenerate} label={`Regenerate ${summary.title}`}>
            Regenerate
          </ActionButton>
        )}
      </div>
      {regenerate.fault && <Failure fault={regenerate.fault} />}
      {artifact.data?.failure && <Failure fault={{ message: artifact.data.failure }} />}
      {artifact.data && artifact.data.sections.length > 0 && (
        <details open>
          <summary>Document text</summary>
          <ArtifactSections sections={artifact.data.sections} />
        </details>
      )}
    </article>
  )
}

export const Artifacts = ({ of: notebook }: { readonly of: Notebook }) => {
  const ids = { wId: notebook.workspaceId, nId: notebook.id }
  const list = useOrganizationQuery((organization) => ({
    queryKey: ['notebooks', organization, notebook.id, 'artifacts'],
    queryFn: async ({ signal }) => (await notebooks.listArtifacts(ids, { signal })).artifacts,
    refetchInterval: ({ state: { data } }) => (data?.some(isInProgress) ? POLL_MS : false),
  }))
  const create = useAction(
    (kind: CreateArtifactInput['kind']) => notebooks.createArtifact({ ...ids, kind }),
    () => void invalidate('notebooks'),
  )
  return (
    <Section
      title="Documents"
      actions={KINDS.map(({ kind, text }) => (
        <Button
          key={kind}
          icon="plus"
          isBusy={create.isBusy}
          unavailable={notebook.sources === 0 ? 'Choose a source first' : undefined}
          onClick={() => create.run(kind)}
        >
          {text}
        </Button>
      ))}
    >
      {create.fault && <Failure fault={create.fault} />}
      <Loaded of={list} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <Empty>Documents generated from this notebook appear here. Choose a document type above.</Empty>
          ) : (
            all.map((summary) => <ArtifactCard key={summary.id} of={summary} notebook={notebook} />)
          )
        }
      </Loaded>
    </Section>
  )
}

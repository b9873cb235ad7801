import { Checkbox, Empty, Failure, LinkButton, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Upload } from '../api/archive.ts'
import { type Notebook, type NotebookSource, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { StateBadge } from '../session/state-badge.tsx'
import { importState, isImporting, isSearchable } from './import-words.ts'
import { uploadsQuery } from './queries.ts'

interface Choice {
  readonly upload: Pick<Upload, 'id' | 'name' | 'state' | 'ingestion'>
  readonly source: NotebookSource | undefined
}

const unavailableReason = ({ upload, source }: Choice): string | undefined => {
  if (source !== undefined || isSearchable(upload) || isImporting(upload)) return undefined
  return upload.state === 'uploaded'
    ? 'The import failed, so this export cannot be a source'
    : 'The upload is incomplete'
}

const hintOf = ({ upload, source }: Choice) => (
  <>
    {source ? formatCount(source.conversations, 'conversation') : ''}{' '}
    {!isSearchable(upload) && <StateBadge of={importState(upload)} />}
  </>
)

interface ChoicesProps {
  readonly uploads: readonly Upload[]
  readonly activeSources: readonly NotebookSource[]
  readonly changingUploadId: string | undefined
  readonly onChange: (choice: Choice) => void
}

const Choices = ({ uploads, activeSources, changingUploadId, onChange }: ChoicesProps) => (
  <div class="choices" aria-busy={changingUploadId !== undefined}>
    {uploads.map((upload) => {
      const choice = { upload, source: activeSources.find(({ uploadId }) => uploadId === upload.id) }
      return (
        <Checkbox
          key={upload.id}
          label={upload.name}
          hint={hintOf(choice)}
          // The checkbox shows the requested state until the service has replied.
          isChecked={(choice.source !== undefined) !== (changingUploadId === upload.id)}
          unavailable={unavailableReason(choice)}
          onChecked={() => onChange(choice)}
        />
      )
    })}
  </div>
)

const NoExports = () => (
  <Empty action={<LinkButton href="/archive">Import an export</LinkButton>}>
    Sources appear here once you have imported an export.
  </Empty>
)

export const Sources = ({ of: { id: nId, workspaceId: wId } }: { readonly of: Notebook }) => {
  const { organization } = useSession()
  const uploads = useQuery(uploadsQuery(organization.id))
  const sources = useQuery({
    queryKey: ['notebooks', organization.id, nId, 'sources'],
    queryFn: async ({ signal }) =>
      (await notebooks.listSources({ wId, nId }, { signal })).sources.filter(({ status }) => status !== 'removed'),
  })
  const [changingUploadId, setChangingUploadId] = useState<string>()
  const change = useAction(async ({ upload, source }: Choice) => {
    setChangingUploadId(upload.id)
    try {
      if (source) await notebooks.removeSource({ wId, nId, sId: source.id })
      else await notebooks.addSource({ wId, nId, uploadId: upload.id })
      await invalidate('notebooks')
    } finally {
      setChangingUploadId(undefined)
    }
  })
  return (
    <Section title="Sources">
      {change.fault && <Failure fault={change.fault} />}
      <Loaded of={uploads}>
        {(all) => (
          <Loaded of={sources}>
            {(activeSources) =>
              all.length === 0 ? (
                <NoExports />
              ) : (
                <Choices
                  uploads={all}
                  activeSources={activeSources}
                  changingUploadId={changingUploadId}
                  onChange={(choice) => change.run(choice)}
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

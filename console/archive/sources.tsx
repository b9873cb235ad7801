import { Checkbox, Empty, Failure, LinkButton, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Upload } from '../api/archive.ts'
import { type Notebook, type NotebookSource, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { counted } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { StateBadge } from '../session/state-badge.tsx'
import { importState, isImporting, isRead } from './import-words.ts'
import { uploadsQuery } from './queries.ts'

interface Choice {
  readonly upload: Pick<Upload, 'id' | 'name' | 'state' | 'ingestion'>
  readonly source: NotebookSource | undefined
}

const unavailable = ({ upload, source }: Choice): string | undefined => {
  if (source !== undefined || isRead(upload) || isImporting(upload)) return undefined
  return upload.state === 'uploaded'
    ? 'The import failed, so this export cannot be a source'
    : 'The upload is incomplete'
}

const hintOf = ({ upload, source }: Choice) => (
  <>
    {source ? counted(source.conversations, 'conversation') : ''}{' '}
    {!isRead(upload) && <StateBadge of={importState(upload)} />}
  </>
)

interface ChoicesProps {
  readonly uploads: readonly Upload[]
  readonly live: readonly NotebookSource[]
  readonly changing: string | undefined
  readonly onChange: (choice: Choice) => void
}

const Choices = ({ uploads, live, changing, onChange }: ChoicesProps) => (
  <div class="choices" aria-busy={changing !== undefined}>
    {uploads.map((upload) => {
      const choice = { upload, source: live.find(({ uploadId }) => uploadId === upload.id) }
      return (
        <Checkbox
          key={upload.id}
          label={upload.name}
          hint={hintOf(choice)}
          // The checkbox shows the requested state until the service has replied.
          isChecked={(choice.source !== undefined) !== (changing === upload.id)}
          unavailable={unavailable(choice)}
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
  const [changing, setChanging] = useState<string>()
  const change = useAction(async ({ upload, source }: Choice) => {
    setChanging(upload.id)
    try {
      if (source) await notebooks.removeSource({ wId, nId, sId: source.id })
      else await notebooks.addSource({ wId, nId, uploadId: upload.id })
      await invalidate('notebooks')
    } finally {
      setChanging(undefined)
    }
  })
  return (
    <Section title="Sources">
      {change.fault && <Failure fault={change.fault} />}
      <Loaded of={uploads}>
        {(all) => (
          <Loaded of={sources}>
            {(live) =>
              all.length === 0 ? (
                <NoExports />
              ) : (
                <Choices uploads={all} live={live} changing={changing} onChange={(choice) => change.run(choice)} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

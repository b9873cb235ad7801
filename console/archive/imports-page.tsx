import { DropZone, Empty, Failure, PageHead } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { ArchiveTabs } from './archive-tabs.tsx'
import { ImportCard } from './import-card.tsx'
import { sizeOf } from './import-words.ts'
import { uploadsQuery } from './queries.ts'
import { sendFile } from './send-file.ts'

const COMMAND = 'ARCHIVE_API_KEY=plat_… npx signet archive upload conversations.zip'

interface Sending {
  readonly name: string
  readonly bytes: number
  readonly sentBytes: number
}

const useSending = () => {
  const [sending, setSending] = useState<Sending>()
  const send = useAction(async (files: readonly File[]) => {
    try {
      for (const file of files) {
        const { name, size: bytes } = file
        setSending({ name, bytes, sentBytes: 0 })
        await sendFile(file, (sentBytes) => setSending({ name, bytes, sentBytes }))
        await invalidate('archive')
      }
    } finally {
      setSending(undefined)
      void invalidate('archive')
    }
  })
  return { sending, send }
}

const Progress = ({ of: { name, bytes, sentBytes } }: { readonly of: Sending }) => (
  <div class="meter" role="status">
    <span>
      Uploading {name}: {sizeOf(sentBytes)} of {sizeOf(bytes)}
    </span>
    <progress aria-label={`Upload progress of ${name}`} value={sentBytes} max={Math.max(1, bytes)} />
  </div>
)

export const ImportsPage = () => {
  const uploads = useOrganizationQuery(uploadsQuery)
  const { sending, send } = useSending()
  return (
    <div class="stack">
      <PageHead
        title="Archive"
        about="Import your conversations from AI chat services, then search them and ask questions."
      />
      <ArchiveTabs current="/archive" />
      <DropZone label="Choose an export" onFiles={(files) => send.run(files)}>
        <p>Drop an export here: the original ZIP from your chat service, or a JSON file.</p>
      </DropZone>
      {sending && <Progress of={sending} />}
      {send.fault && (
        <Failure
          fault={{ ...send.fault, next: 'Choose the same export again. The upload resumes where it stopped.' }}
        />
      )}
      <Loaded of={uploads}>
        {(all) =>
          all.length === 0 ? (
            <Empty command={COMMAND}>Imported exports appear here. Choose an export above.</Empty>
          ) : (
            <div class="stack">
              {all.map((upload) => (
                <ImportCard key={upload.id} of={upload} isSending={upload.name === sending?.name} />
              ))}
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

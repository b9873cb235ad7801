import { Badge, Button, type Column, ConfirmDialog, DropZone, Empty, Failure, Section, Table } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type TrustArtifact, trust } from '../api/trust.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { invalidate } from '../session/queries.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { accessWords, bytesWords } from './trust-words.ts'
import { ACCEPTED_EXTENSIONS } from './upload.ts'
import type { Batch } from './use-batch.ts'

const refreshTrust = () => void invalidate('trust')

const AccessCell = ({ artifact }: { readonly artifact: TrustArtifact }) => {
  const { receipt_hash: hash, artifact_slug: slug, access } = artifact
  const otherAccess = access === 'public' ? 'request' : 'public'
  const change = useAction(() => trust.changeTrustArtifact({ hash, slug, access: otherAccess }), refreshTrust)
  return (
    <>
      <span class="row">
        <Badge tone={access === 'public' ? 'ok' : 'neutral'}>{accessWords(access)}</Badge>
        <ActionButton of={change}>
          {otherAccess === 'public' ? 'Make public' : 'Make available on request'}
          <span class="hidden-text"> {artifact.display_name}</span>
        </ActionButton>
      </span>
      {change.fault && <Failure fault={change.fault} />}
    </>
  )
}

const RemoveArtifact = ({
  artifact: { receipt_hash: hash, artifact_slug: slug, display_name: name },
}: {
  readonly artifact: TrustArtifact
}) => {
  const [isConfirming, setConfirming] = useState(false)
  const remove = useAction(() => trust.deleteTrustArtifact({ hash, slug }), refreshTrust)
  return (
    <>
      <Button onClick={() => setConfirming(true)}>
        Remove<span class="hidden-text"> {name}</span>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          action="Remove document"
          isBusy={remove.isBusy}
          fault={remove.fault?.message}
          onConfirm={() => remove.run()}
          onClose={() => setConfirming(false)}
        >
          <p>The file is deleted, and links to it stop working. Subscribers of the page are notified.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const columns: readonly Column<TrustArtifact>[] = [
  { title: 'Document', cell: ({ display_name: name }) => name },
  { title: 'Size', cell: ({ byte_size: bytes }) => bytesWords(bytes), isNumber: true },
  { title: 'SHA-256', cell: ({ content_hash: hash }) => <code title={hash}>{hash.slice(0, 12)}</code> },
  { title: 'Digital signature', cell: ({ signed }) => (signed === 1 ? <Badge tone="neutral">Signed</Badge> : '–') },
  { title: 'Access', cell: (artifact) => <AccessCell artifact={artifact} /> },
  { title: 'Actions', isTitleHidden: true, cell: (artifact) => <RemoveArtifact artifact={artifact} /> },
]

export const Artifacts = ({
  hash,
  artifacts,
  batch,
}: {
  readonly hash: string
  readonly artifacts: readonly TrustArtifact[]
  readonly batch: Batch
}) => (
  <Section title="Documents">
    {artifacts.length === 0 ? (
      <Empty
        command={`curl -s ${location.origin}/api/trust/bundle/${hash}/soc-2-pdf -H "authorization: Bearer $SIGNET_API_KEY" -H 'content-type: application/pdf' -H 'x-display-name: SOC 2 report' -H 'x-access: request' --data-binary @soc-2.pdf`}
      >
        Documents of this receipt appear here. Choose files below, then set the access of each file before the upload.
      </Empty>
    ) : (
      <div class="trust-documents">
        <Table label="Documents" rows={artifacts} keyOf={({ artifact_slug: slug }) => slug} columns={columns} />
      </div>
    )}
    <DropZone label="Choose files" accept={ACCEPTED_EXTENSIONS} onFiles={batch.choose}>
      <p>
        Drop reports, policies or questionnaires here, up to 10 MiB each. You set the access of each file before the
        upload.
      </p>
    </DropZone>
    {batch.files.length > 0 && <ChosenFiles batch={batch} artifacts={artifacts} />}
  </Section>
)

import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  DropZone,
  Empty,
  Failure,
  Notice,
  Section,
  Switch,
  Table,
} from '@signet/ui'
import { useState } from 'preact/hooks'
import { trust } from '../api/trust.ts'
import type { TrustArtifact } from '../clients/trust.ts'
import { useAction } from '../session/action.ts'
import { readAgain } from '../session/queries.ts'
import { bytesWords } from './trust-words.ts'
import { ACCEPTED, fileFault, sendArtifact } from './upload.ts'

const again = () => void readAgain('trust')

/** Who may have it: everybody, or whoever asks and is granted it. */
const Access = ({ of: artifact }: { readonly of: TrustArtifact }) => {
  const { receipt_hash: hash, artifact_slug: slug, access } = artifact
  const change = useAction((to: 'public' | 'request') => trust.changeTrustArtifact({ hash, slug, access: to }), again)
  return (
    <>
      <Switch
        label={
          <>
            On request<span class="hidden-text"> {artifact.display_name}</span>
          </>
        }
        isOn={access === 'request'}
        onSwitch={(isOn) => change.run(isOn ? 'request' : 'public')}
      />
      {change.fault && <Failure fault={change.fault} />}
    </>
  )
}

const Remove = ({
  of: { receipt_hash: hash, artifact_slug: slug, display_name: name },
}: {
  readonly of: TrustArtifact
}) => {
  const [isAsked, setAsked] = useState(false)
  const remove = useAction(() => trust.deleteTrustArtifact({ hash, slug }), again)
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        Remove<span class="hidden-text"> {name}</span>
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          action="Remove"
          isBusy={remove.isBusy}
          fault={remove.fault?.message}
          onConfirm={() => remove.run()}
          onClose={() => setAsked(false)}
        >
          <p>Its bytes are deleted, and links to it no longer work. Who has subscribed to the page is told.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const columns: readonly Column<TrustArtifact>[] = [
  { title: 'Document', cell: ({ display_name: name }) => name },
  { title: 'Size', cell: ({ byte_size: bytes }) => bytesWords(bytes), isNumber: true },
  { title: 'SHA-256', cell: ({ content_hash: hash }) => <code title={hash}>{hash.slice(0, 12)}</code> },
  { title: 'Signed', cell: ({ signed }) => (signed === 1 ? <Badge tone="neutral">Signed</Badge> : '–') },
  { title: 'Who may have it', cell: (artifact) => <Access of={artifact} /> },
  { title: 'Actions', isTitleHidden: true, cell: (artifact) => <Remove of={artifact} /> },
]

/** Documents of a page: dropped, checked, listed. */
export const Artifacts = ({ hash, all }: { readonly hash: string; readonly all: readonly TrustArtifact[] }) => {
  const [fault, setFault] = useState<string>()
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const send = useAction(
    async (files: readonly File[]) => {
      const warned: string[] = []
      for (const file of files) {
        const stored = await sendArtifact(hash, file)
        // A browser follows redirects by itself: what comes is the answer to the last.
        if (stored && 'warnings' in stored)
          warned.push(...stored.warnings.map(({ message }) => `${file.name}: ${message}`))
      }
      return warned
    },
    (warned) => {
      setWarnings(warned)
      again()
    },
  )
  const take = (files: readonly File[]) => {
    const wrong = files.map(fileFault).find((each) => each !== undefined)
    setFault(wrong)
    if (wrong === undefined && files.length > 0) send.run(files)
  }
  return (
    <Section title="Documents">
      {all.length === 0 ? (
        <Empty>No document is with this receipt yet.</Empty>
      ) : (
        <Table label="Documents" rows={all} keyOf={({ artifact_slug: slug }) => slug} columns={columns} />
      )}
      <DropZone label={send.isBusy ? 'Sending…' : 'Choose files'} accept={ACCEPTED} onFiles={take}>
        <p>
          Drop reports, policies or questionnaires here, 10 MiB each at most. The same name takes the place of the one
          before.
        </p>
      </DropZone>
      {fault && <Failure fault={{ message: fault }} />}
      {send.fault && <Failure fault={send.fault} />}
      {warnings.length > 0 && (
        <Notice kind="warn">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
    </Section>
  )
}

import { Button, ConfirmDialog, Dialog, Menu, Secret } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type SentimentMonitor, sentiment } from '../api/sentiment.ts'
import { useAction } from '../session/action.ts'
import { readAgain } from '../session/queries.ts'
import { secretSamples } from './secret-samples.ts'
import { TestDialog } from './test-dialog.tsx'

type Open = 'test' | 'secret' | 'delete'

const DeleteDialog = ({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) => {
  const { route } = useLocation()
  const remove = useAction(
    () => sentiment.deleteSentimentMonitor({ tenantId }),
    () => {
      void readAgain('mentions')
      route('/mentions')
    },
  )
  return (
    <ConfirmDialog
      title={`Delete the monitor ${tenantId}?`}
      action="Delete the monitor"
      typed={tenantId}
      isBusy={remove.isBusy}
      fault={remove.fault?.message}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>It stops listening. Its credentials and what waits for its endpoint are erased.</p>
    </ConfirmDialog>
  )
}

const SecretDialog = ({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) => {
  const [secret, setSecret] = useState<string>()
  const replace = useAction(
    () => sentiment.rotateSentimentSecret({ tenantId }),
    ({ signingSecret }) => setSecret(signingSecret),
  )
  if (secret !== undefined) {
    return (
      <Dialog title="The new signing secret" isWide onClose={onClose}>
        <Secret what="secret" text={secret} samples={secretSamples(secret)} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title="Replace the signing secret?"
      action="Replace the secret"
      isBusy={replace.isBusy}
      fault={replace.fault?.message}
      onConfirm={() => replace.run()}
      onClose={onClose}
    >
      <p>Batches are signed with the new one from now on, and with the old one, too, for a while.</p>
    </ConfirmDialog>
  )
}

export const MonitorActions = ({ of: { tenantId, enabled } }: { readonly of: SentimentMonitor }) => {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const pause = useAction(
    () => sentiment.changeSentimentMonitor({ tenantId, enabled: !enabled }),
    () => void readAgain('mentions'),
  )
  return (
    <>
      <Button isBusy={pause.isBusy} onClick={() => pause.run()}>
        {enabled ? 'Pause' : 'Resume'}
      </Button>
      <Button onClick={() => setOpen('test')}>Test the endpoint</Button>
      <Menu
        label={`More for ${tenantId}`}
        icon="more"
        items={[
          { text: 'Replace the signing secret…', onChoose: () => setOpen('secret') },
          { text: 'Delete…', isDanger: true, onChoose: () => setOpen('delete') },
        ]}
      />
      {open === 'test' && <TestDialog tenantId={tenantId} onClose={close} />}
      {open === 'secret' && <SecretDialog tenantId={tenantId} onClose={close} />}
      {open === 'delete' && <DeleteDialog tenantId={tenantId} onClose={close} />}
    </>
  )
}

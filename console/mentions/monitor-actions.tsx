import { Button, Dialog, Menu, Secret } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type SentimentMonitor, sentiment } from '../api/sentiment.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { invalidate } from '../session/queries.ts'
import { secretSamples } from './secret-samples.ts'
import { TestDialog } from './test-dialog.tsx'

type OpenDialog = 'test' | 'secret' | 'delete'

const DeleteDialog = ({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) => {
  const { route } = useLocation()
  return (
    <ConfirmAction
      title={`Delete monitor ${tenantId}?`}
      action="Delete monitor"
      requiredText={tenantId}
      work={() => sentiment.deleteSentimentMonitor({ tenantId })}
      onDone={() => {
        void invalidate('mentions')
        route('/mentions')
      }}
      onClose={onClose}
    >
      <p>The monitor stops searching. The platform credentials and undelivered batches are erased.</p>
    </ConfirmAction>
  )
}

const SecretDialog = ({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) => {
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) {
    return (
      <Dialog title="New signing secret" isWide onClose={onClose}>
        <Secret what="signing secret" text={secret} samples={secretSamples(secret)} />
      </Dialog>
    )
  }
  return (
    <ConfirmAction
      title="Replace the signing secret?"
      action="Replace secret"
      work={() => sentiment.rotateSentimentSecret({ tenantId })}
      onDone={({ signingSecret }) => setSecret(signingSecret)}
      onClose={onClose}
    >
      <p>For 24 hours, batches are signed with both the new and the previous secret.</p>
    </ConfirmAction>
  )
}

export const MonitorActions = ({ of: { tenantId, enabled } }: { readonly of: SentimentMonitor }) => {
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  const pause = useAction(
    () => sentiment.changeSentimentMonitor({ tenantId, enabled: !enabled }),
    () => void invalidate('mentions'),
  )
  return (
    <>
      <ActionButton of={pause}>{enabled ? 'Pause' : 'Resume'}</ActionButton>
      <Button onClick={() => setOpenDialog('test')}>Test endpoint</Button>
      <Menu
        label={`More actions for ${tenantId}`}
        icon="more"
        items={[
          { text: 'Replace signing secret…', onChoose: () => setOpenDialog('secret') },
          { text: 'Delete…', isDanger: true, onChoose: () => setOpenDialog('delete') },
        ]}
      />
      {openDialog === 'test' && <TestDialog tenantId={tenantId} onClose={close} />}
      {openDialog === 'secret' && <SecretDialog tenantId={tenantId} onClose={close} />}
      {openDialog === 'delete' && <DeleteDialog tenantId={tenantId} onClose={close} />}
    </>
  )
}

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

type Open = 'test' | 'secret' | 'delete'

const DeleteDialog = ({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) => {
  const { route } = useLocation()
  return (
    <ConfirmAction
      title={`Delete monitor ${tenantId}?`}
      action="Delete monitor"
      typed={tenantId}
      work={() => sentiment.deleteSentimentMonitor({ tenantId })}
      done={() => {
        void invalidate('mentions')
        route('/mentions')
      }}
      onClose={onClose}
    >
      <p>The monitor stops. Its credentials and undelivered batches are erased.</p>
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
      done={({ signingSecret }) => setSecret(signingSecret)}
      onClose={onClose}
    >
      <p>Batches are signed with the new secret from now on, and with the previous one for a transition period.</p>
    </ConfirmAction>
  )
}

export const MonitorActions = ({ of: { tenantId, enabled } }: { readonly of: SentimentMonitor }) => {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const pause = useAction(
    () => sentiment.changeSentimentMonitor({ tenantId, enabled: !enabled }),
    () => void invalidate('mentions'),
  )
  return (
    <>
      <ActionButton of={pause}>{enabled ? 'Pause' : 'Resume'}</ActionButton>
      <Button onClick={() => setOpen('test')}>Test endpoint</Button>
      <Menu
        label={`More actions for ${tenantId}`}
        icon="more"
        items={[
          { text: 'Replace signing secret…', onChoose: () => setOpen('secret') },
          { text: 'Delete…', isDanger: true, onChoose: () => setOpen('delete') },
        ]}
      />
      {open === 'test' && <TestDialog tenantId={tenantId} onClose={close} />}
      {open === 'secret' && <SecretDialog tenantId={tenantId} onClose={close} />}
      {open === 'delete' && <DeleteDialog tenantId={tenantId} onClose={close} />}
    </>
  )
}

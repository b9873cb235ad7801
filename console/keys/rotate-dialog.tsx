import { Button, Dialog, Select } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { images } from '../api/images.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { invalidate } from '../session/queries.ts'
import type { ListedKey } from './key-list.ts'

const GRACE = [
  { value: '0', text: 'Expires immediately' },
  { value: '3600', text: 'Expires in 1 hour' },
  { value: '86400', text: 'Expires in 1 day' },
] as const

const replace = async ({ id, kind }: ListedKey, grace_seconds: number): Promise<string> =>
  kind === 'image'
    ? (await images.rotateTenantKey({ id, grace_seconds })).api_key
    : (await accounts.rotateApiKey({ id, grace_seconds })).key

export const RotateDialog = ({
  of: key,
  onClose,
  onReplaced,
}: {
  readonly of: ListedKey
  readonly onClose: () => void
  readonly onReplaced: (key: string) => void
}) => {
  const [grace, setGrace] = useState<(typeof GRACE)[number]['value']>('3600')
  const rotate = useAction(
    () => replace(key, Number(grace)),
    (newKey) => {
      void invalidate('keys')
      onReplaced(newKey)
    },
  )
  return (
    <Dialog title={`Replace API key “${key.name}”`} onClose={onClose}>
      <ActionForm
        action={rotate}
        onSubmit={() => rotate.run()}
        text="Replace key"
        secondary={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>Creates a new key with the same scopes and daily credit limit.</p>
        <Select label="Current key" value={grace} options={GRACE} onValue={setGrace} />
      </ActionForm>
    </Dialog>
  )
}

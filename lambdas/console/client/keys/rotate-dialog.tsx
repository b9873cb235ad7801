import { Button, Dialog, Select } from '@signet/ui'
import { useState } from 'preact/hooks'
import { images } from '../api/images.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { readAgain } from '../session/queries.ts'
import type { ListedKey } from './key-list.ts'

const GRACE = [
  { value: '0', text: 'Ends at once' },
  { value: '3600', text: 'Works for another hour' },
  { value: '86400', text: 'Works for another day' },
] as const

/** Replaces a key by a new one; the old one works for as long as the person says. */
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
    () => images.rotateTenantKey({ id: key.id, grace_seconds: Number(grace) }),
    ({ api_key }) => {
      void readAgain('keys')
      onReplaced(api_key)
    },
  )
  return (
    <Dialog title={`Replace the key “${key.name}”`} onClose={onClose}>
      <ActionForm
        action={rotate}
        onSubmit={() => rotate.run()}
        text="Replace the key"
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>A new key takes its place, with the same scopes and budget.</p>
        <Select label="The old key" value={grace} options={GRACE} onValue={setGrace} />
      </ActionForm>
    </Dialog>
  )
}

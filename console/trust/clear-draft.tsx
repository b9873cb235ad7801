import { Button, ConfirmDialog } from '@signet/ui'
import { useState } from 'preact/hooks'

/** Clears the draft after a confirmation. @param unavailable why it cannot be cleared now */
export const ClearDraft = ({
  unavailable,
  onConfirm,
}: {
  readonly unavailable: string | undefined
  readonly onConfirm: () => void
}) => {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button unavailable={unavailable} onClick={() => setConfirming(true)}>
        Clear draft…
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Clear this draft?"
          action="Clear draft"
          onConfirm={() => {
            setConfirming(false)
            onConfirm()
          }}
          onClose={() => setConfirming(false)}
        >
          <p>Everything in this draft is lost. Submitted intakes are not affected.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

import { Button, ConfirmDialog } from '@signet/ui'
import { useState } from 'preact/hooks'

/** Empties the draft, once somebody has said so twice. @param unavailable why it cannot be emptied now */
export const BeginAnew = ({
  unavailable,
  onConfirm,
}: {
  readonly unavailable: string | undefined
  readonly onConfirm: () => void
}) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button unavailable={unavailable} onClick={() => setAsked(true)}>
        Begin anew
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Begin anew?"
          action="Empty the draft"
          onConfirm={() => {
            setAsked(false)
            onConfirm()
          }}
          onClose={() => setAsked(false)}
        >
          <p>All that is written in this draft is lost. Intakes that were judged stay as they are.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

import { Button, ConfirmDialog } from '@signet/ui'
import { useState } from 'preact/hooks'

/** Empties the draft, once somebody has said so twice. */
export const BeginAnew = ({ isEmpty, onConfirm }: { readonly isEmpty: boolean; readonly onConfirm: () => void }) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button unavailable={isEmpty ? 'The draft is empty' : undefined} onClick={() => setAsked(true)}>
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

import type { Intake } from '@signet/posture'
import { Button, ConfirmDialog } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useDraftStart } from './use-intake-draft.ts'

/** Begins a draft with what an intake said; a draft that is there already is not lost without a question. */
export const UseAsDraft = ({ intake }: { readonly intake: Intake }) => {
  const { route } = useLocation()
  const { isTaken, start } = useDraftStart()
  const [isAsked, setAsked] = useState(false)
  const use = () => {
    start(intake)
    route('/trust-pages/intakes/new')
  }
  return (
    <>
      <Button onClick={() => (isTaken() ? setAsked(true) : use())}>Use as a draft</Button>
      {isAsked && (
        <ConfirmDialog
          title="Replace the present draft?"
          action="Replace it"
          onConfirm={use}
          onClose={() => setAsked(false)}
        >
          <p>A draft is written already. What it says is lost, and this intake stands in its place.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

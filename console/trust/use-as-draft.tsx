import type { Intake } from '@signet/posture'
import { Button, ConfirmDialog } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useDraftStart } from './use-intake-draft.ts'

/** Starts a draft from an intake; asks before it replaces an existing draft. */
export const UseAsDraft = ({ intake }: { readonly intake: Intake }) => {
  const { route } = useLocation()
  const { hasDraft, start } = useDraftStart()
  const [isConfirming, setConfirming] = useState(false)
  const use = () => {
    start(intake)
    route('/trust-pages/intakes/new')
  }
  return (
    <>
      <Button onClick={() => (hasDraft() ? setConfirming(true) : use())}>Use as draft</Button>
      {isConfirming && (
        <ConfirmDialog
          title="Replace your current draft?"
          action="Replace draft"
          onConfirm={use}
          onClose={() => setConfirming(false)}
        >
          <p>The content of your current draft is lost and replaced by this intake.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

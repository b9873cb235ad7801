import { Badge } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Action, useAction } from '../session/action.ts'
import { invalidate } from '../session/queries.ts'

export const useSaving = <Typed extends object>(
  initial: Typed,
  save: (typed: Typed) => Promise<unknown>,
): {
  readonly typed: Typed
  readonly set: (part: Partial<Typed>) => void
  readonly saving: Action<void>
  readonly isSaved: boolean
} => {
  const [typed, setTyped] = useState(initial)
  // The values that were sent, because the user may continue typing during the save.
  const [saved, setSaved] = useState<Typed>()
  const saving = useAction(save, (_, sent) => {
    setSaved(sent)
    void invalidate('trust')
  })
  const set = (part: Partial<Typed>) => setTyped((current) => ({ ...current, ...part }))
  return { typed, set, saving: { ...saving, run: () => saving.run(typed) }, isSaved: saved === typed }
}

export const SavedNotice = ({ isSaved }: { readonly isSaved: boolean }) => (
  <span role="status">
    {isSaved && (
      <Badge tone="ok" icon="check">
        Saved
      </Badge>
    )}
  </span>
)

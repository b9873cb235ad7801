import { Badge } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Action, useAction } from '../session/action.ts'
import { invalidate } from '../session/queries.ts'

export const useSaving = <Input extends object>(
  initial: Input,
  save: (input: Input) => Promise<unknown>,
): {
  readonly input: Input
  readonly set: (part: Partial<Input>) => void
  readonly saving: Action<void>
  readonly isSaved: boolean
} => {
  const [input, setInput] = useState(initial)
  // The values that were sent, because the user may continue typing during the save.
  const [saved, setSaved] = useState<Input>()
  const saving = useAction(save, (_, sent) => {
    setSaved(sent)
    void invalidate('trust')
  })
  const set = (part: Partial<Input>) => setInput((current) => ({ ...current, ...part }))
  return { input, set, saving: { ...saving, run: () => saving.run(input) }, isSaved: saved === input }
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

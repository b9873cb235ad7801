import type { Flag } from '../api/flags.ts'
import type { FlagDraft } from './flag-draft.ts'

export interface EditorProps {
  readonly flag: Flag
  readonly draft: FlagDraft
  readonly change: (changes: Partial<FlagDraft>) => void
  readonly faults: Readonly<Record<string, string>>
}

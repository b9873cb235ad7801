import type { Flag } from '../api/flags.ts'
import type { FlagDraft } from './flag-draft.ts'

export interface EditorPart {
  readonly flag: Flag
  readonly draft: FlagDraft
  readonly change: (part: Partial<FlagDraft>) => void
  readonly faults: Readonly<Record<string, string>>
}

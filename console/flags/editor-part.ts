import type { Flag } from '../api/flags.ts'
import type { FlagDraft } from './flag-draft.ts'

/** What each part of the editor is handed. */
export interface EditorPart {
  readonly flag: Flag
  readonly draft: FlagDraft
  readonly change: (part: Partial<FlagDraft>) => void
  /** What the service finds wrong with members, by their paths. */
  readonly faults: Readonly<Record<string, string>>
}

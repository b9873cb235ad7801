import { type DraftState, useKept } from '../session/kept.ts'
import { type AttestDraft, keptAttestDraft } from './attest-draft.ts'
import { type ContentDraft, keptDraft } from './content-draft.ts'

/** The draft text of this tab, stored until the tab closes. */
export const useDraft = (): DraftState<ContentDraft> => useKept('evidence-draft', keptDraft)

export const useAttestDraft = (): DraftState<AttestDraft> => useKept('evidence-attest', keptAttestDraft)

import { type DraftState, useKept } from '../session/kept.ts'
import { type AttestDraft, keptAttestDraft } from './attest-draft.ts'
import { type ContentDraft, keptDraft } from './content-draft.ts'

/** The text that this tab works at, kept until the tab is closed. */
export const useDraft = (): DraftState<ContentDraft> => useKept('evidence-draft', keptDraft)

export const useAttestDraft = (): DraftState<AttestDraft> => useKept('evidence-attest', keptAttestDraft)

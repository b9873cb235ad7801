import { type DraftState, useStoredDraft } from '../session/stored-draft.ts'
import { type AttestDraft, storedAttestDraft } from './attest-draft.ts'
import { type ContentDraft, storedDraft } from './content-draft.ts'

/** The draft text of this tab, stored until the tab closes. */
export const useDraft = (): DraftState<ContentDraft> => useStoredDraft('evidence-draft', storedDraft)

export const useAttestDraft = (): DraftState<AttestDraft> => useStoredDraft('evidence-attest', storedAttestDraft)

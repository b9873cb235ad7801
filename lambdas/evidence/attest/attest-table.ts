import type { Attack, BailReason, Content, FillState } from '@signet/evidence'
import { addMs, type RowOf, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { attestationRow, attestProgressRow } from '../contract/attest-rows.ts'
import type { LibraryKey } from '../library/asset-table.ts'

export type AttestationRow = RowOf<typeof attestationRow>

/** The progress of an attestation, including each completed paid step. */
export interface AttestState {
  readonly content: Content
  readonly validationId: string
  /** Cost of language model calls so far, in micro-USD. */
  readonly spent: number
  readonly rejectionReason?: string
  readonly critique?: { readonly attacks: readonly Attack[]; readonly bailReason?: BailReason }
  readonly fill?: AttestFill | { readonly skipped: 'empty_library' | 'loop_failed' }
}

export interface AttestFill {
  readonly id: string
  readonly state: Omit<FillState, 'content'>
}

export interface AttestProgress {
  /** Identifies the receipt. Every run of a request has the same ID. */
  readonly id: string
  readonly state: AttestState
}

const DAY_MS = 86_400_000

export const attestTable = (deps: TableDeps) => {
  const progressRows = rowTable(attestProgressRow, deps)
  const attestationRows = rowTable(attestationRow, deps)
  const rowOf = ({ id, state }: AttestProgress) => ({
    id,
    state: JSON.stringify(state),
    until: addMs(deps.now(), DAY_MS).toISOString(),
  })
  return {
    find: (key: LibraryKey, hash: string): Promise<AttestationRow | undefined> => attestationRows.get({ ...key, hash }),
    step: (key: LibraryKey, row: AttestationRow): WriteStep =>
      attestationRows.steps.putNew({ ...key, hash: row.hash }, row),
    async begin(key: LibraryKey, request: string, initialProgress: AttestProgress): Promise<AttestProgress> {
      if (await progressRows.putNew({ ...key, request }, rowOf(initialProgress))) return initialProgress
      const row = await progressRows.get({ ...key, request })
      return row ? { id: row.id, state: JSON.parse(row.state) as AttestState } : initialProgress
    },
    /** Stores the progress. A run that lost its lease may also do so: the id permits only one receipt. */
    async save(key: LibraryKey, request: string, progress: AttestProgress): Promise<void> {
      const isSaved = await progressRows.replace({ ...key, request }, rowOf(progress), { id: progress.id })
      if (!isSaved) throw new Error('The progress of an attestation has disappeared')
    },
  }
}

export type AttestTable = ReturnType<typeof attestTable>

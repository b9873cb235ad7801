import type { Attack, BailReason, Content, FillState } from '@signet/evidence'
import { addMs, type RowOf, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { attestationRow, attestProgressRow } from '../contract/attest-rows.ts'
import type { LibraryKey } from '../library/asset-table.ts'

export type AttestationRow = RowOf<typeof attestationRow>

/** The progress of an attestation, including each completed paid step. */
export interface AttestState {
  readonly content: Content
  readonly validationId: string
  /** Micro-USD spent. */
  readonly spent: number
  readonly refused?: string
  readonly critique?: { readonly attacks: readonly Attack[]; readonly bail?: BailReason }
  readonly fill?: AttestFill | { readonly skipped: 'empty_library' | 'loop_failed' }
}

export interface AttestFill {
  readonly id: string
  readonly state: Omit<FillState, 'content'>
}

export interface AttestProgress {
  /** Identifies the receipt; the same in every run. */
  readonly id: string
  readonly state: AttestState
}

const DAY_MS = 86_400_000

export const attestTable = (deps: TableDeps) => {
  const progresses = rowTable(attestProgressRow, deps)
  const attested = rowTable(attestationRow, deps)
  const rowOf = ({ id, state }: AttestProgress) => ({
    id,
    state: JSON.stringify(state),
    until: addMs(deps.now(), DAY_MS).toISOString(),
  })
  return {
    find: (key: LibraryKey, hash: string): Promise<AttestationRow | undefined> => attested.get({ ...key, hash }),
    step: (key: LibraryKey, row: AttestationRow): WriteStep => attested.steps.putNew({ ...key, hash: row.hash }, row),
    async begun(key: LibraryKey, request: string, first: AttestProgress): Promise<AttestProgress> {
      if (await progresses.putNew({ ...key, request }, rowOf(first))) return first
      const row = await progresses.get({ ...key, request })
      return row ? { id: row.id, state: JSON.parse(row.state) as AttestState } : first
    },
    /** Stores the progress. A run that lost its lease writes the same, because the id permits only one receipt. */
    async keep(key: LibraryKey, request: string, progress: AttestProgress): Promise<void> {
      const isKept = await progresses.replace({ ...key, request }, rowOf(progress), { id: progress.id })
      if (!isKept) throw new Error('The progress of an attestation has disappeared')
    },
  }
}

export type AttestTable = ReturnType<typeof attestTable>

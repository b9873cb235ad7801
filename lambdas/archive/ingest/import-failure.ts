import { ObjectChanged } from '@signet/kernel/bucket'
import { isInvalidWrite } from '@signet/kernel/table'
import type { FailureCode } from '@signet/search/conversations/rows'
import { FileMissingError } from './file-chunks.ts'

export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly code: FailureCode
  constructor(code: FailureCode) {
    super(code)
    this.code = code
  }
}

/** Another worker has the import, or the import is being deleted, so further writes would fail. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** Returns the code of a permanent failure; undefined if a retry may help. */
export const failureOf = (error: unknown): FailureCode | undefined => {
  if (error instanceof ImportFailure) return error.code
  if (error instanceof ObjectChanged) return 'object_changed'
  if (isInvalidWrite(error)) return 'not_storable'
  return error instanceof FileMissingError ? 'object_missing' : undefined
}

/** Failures of one file; other files of the upload are still read. */
const FILE_FAILURES: ReadonlySet<FailureCode> = new Set(['not_storable', 'too_many_attempts'])

/**
 * Returns the code of a failure that concerns one file only; undefined if it ends the import or a retry may help.
 */
export const fileFailureOf = (error: unknown): FailureCode | undefined => {
  const code = failureOf(error)
  return code !== undefined && FILE_FAILURES.has(code) ? code : undefined
}

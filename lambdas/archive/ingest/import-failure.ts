import { ObjectChanged } from '@signet/bucket'
import type { FailureCode } from '@signet/conversations/rows'
import { FileGone } from './file-chunks.ts'

/** The file cannot be read. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
  readonly code: FailureCode
  constructor(code: FailureCode) {
    super(code)
    this.code = code
  }
}

/** Another worker has the import, or it is being deleted: further writes would fail. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The code of a permanent failure; undefined if a retry may help. */
export const failureOf = (error: unknown): FailureCode | undefined => {
  if (error instanceof ImportFailure) return error.code
  if (error instanceof ObjectChanged) return 'object_changed'
  return error instanceof FileGone ? 'object_missing' : undefined
}

import type { FailureCode } from '../contract/ingest-rows.ts'
import { ObjectChanged } from '../storage/archive-bucket.ts'
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

/** Another worker has the import by now, or it is being deleted: whatever is written next would be refused. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The code of what no other try can mend; undefined: another try can. */
export const failureOf = (error: unknown): FailureCode | undefined => {
  if (error instanceof ImportFailure) return error.code
  if (error instanceof ObjectChanged) return 'object_changed'
  return error instanceof FileGone ? 'object_missing' : undefined
}

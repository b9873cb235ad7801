/** Why a file as a whole cannot be read; it is of no use to try again. */
export type FailureCode =
  | 'empty_file'
  | 'unknown_format'
  | 'zip_without_conversations'
  | 'zip_broken'
  | 'zip_encrypted'
  | 'zip_too_large'
  | 'object_changed'
  | 'object_missing'

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

/**
 * A refusal in the words of an AWS service: the SDK turns `code` into the exception class it names.
 * `status` is the HTTP status; `detail` are further members of the error shape (for example CancellationReasons).
 */
export class AwsError extends Error {
  override readonly name = 'AwsError'
  readonly code: string
  readonly status: number
  readonly detail: Readonly<Record<string, unknown>>
  constructor(code: string, message: string, status = 400, detail: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.detail = detail
  }
}

export const unknownOperation = (service: string, operation: string): AwsError =>
  new AwsError(
    'UnknownOperationException',
    `${service}.${operation} is not part of the embedded AWS; use an emulator (AWS_ENDPOINT_URL) or add the operation.`,
  )

/**
 * An error of an AWS service. The SDK turns `code` into the exception class of that name. `status` is the HTTP status;
 * `detail` contains further fields of the error, such as CancellationReasons.
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

import { Refusal } from '@signet/kernel'

export class SiblingRefusal<Code extends string = string> extends Refusal<Code> {
  /** The HTTP status of the answer; 0 if none came. */
  readonly status: number

  constructor(status: number, ...[code, error, options]: ConstructorParameters<typeof Refusal<Code>>) {
    super(code, error, options)
    this.status = status
  }
}

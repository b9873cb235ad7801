import { Refusal } from '@signet/kernel'

export class SiblingRefusal<Code extends string = string> extends Refusal<Code> {
  /** HTTP status of the response; 0 if no response arrived. */
  readonly status: number

  constructor(status: number, ...[code, error, options]: ConstructorParameters<typeof Refusal<Code>>) {
    super(code, error, options)
    this.status = status
  }
}

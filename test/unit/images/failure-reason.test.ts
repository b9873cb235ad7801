import { ImageRefused } from '@signet/imaging/image-provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EncodingRefused } from '../../../lambdas/images/encode/encode-job.ts'
import { failureReason } from '../../../lambdas/images/settle/failure-reason.ts'

/** Step Functions' form of an error that a Lambda threw. */
const caughtError = (error: Error) => ({
  Error: error.name,
  Cause: JSON.stringify({ errorType: error.name, errorMessage: error.message, trace: [error.stack] }),
})
const GENERIC = { error: 'The image could not be generated; try again', error_code: 'internal' }

describe('the reason of a failed job', () => {
  it('has the sentence and the code of a refusal', () => {
    const refused = new ImageRefused('content_rejected', 'The provider refuses the prompt')
    expect(failureReason(caughtError(refused))).toEqual({
      error: 'The provider refuses the prompt',
      error_code: 'content_rejected',
    })
    expect(failureReason(caughtError(new EncodingRefused('encode_failed: The master does not exist')))).toEqual({
      error: 'The master does not exist',
      error_code: 'encode_failed',
    })
  })

  it('names a timeout of the state machine, of Lambda or of the step', () => {
    for (const name of [
      'States.Timeout',
      'Sandbox.Timedout',
      AbortSignal.abort(new DOMException('', 'TimeoutError')).reason.name,
    ]) {
      expect(failureReason({ Error: name, Cause: '' }).error_code).toBe('provider_timeout')
    }
  })

  it('has only the generic sentence for any other error', () => {
    const names = fc.string().filter((name) => !/^(States\.Timeout|Sandbox\.Timedout|TimeoutError)$/.test(name))
    fc.assert(
      fc.property(names, fc.string(), fc.string(), (name, message, secret) => {
        fc.pre(name !== 'ImageRefused' && name !== 'EncodingRefused')
        fc.pre(!(name in Object.prototype))
        const failure = { Error: name, Cause: JSON.stringify({ errorMessage: message, trace: [secret] }) }
        expect(failureReason(failure)).toEqual(GENERIC)
      }),
    )
  })

  it('stays generic for property names of every object', () => {
    for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
      expect(failureReason({ Error: name, Cause: '{}' }), name).toEqual(GENERIC)
    }
  })

  it('repeats no untyped text of a refusal, and no stack', () => {
    const untyped = ['Something else broke at /var/task/index.mjs:1', 'no code here', '']
    for (const message of untyped) {
      const error = new ImageRefused('invalid_source', 'x')
      error.message = message
      expect(failureReason(caughtError(error))).toEqual(GENERIC)
    }
    const reason = failureReason(caughtError(new ImageRefused('content_rejected', 'No')))
    expect(JSON.stringify(reason)).not.toContain('failure-reason.test')
  })

  it('survives a cause that is not JSON, not an object or has no message', () => {
    for (const Cause of ['', 'not json', 'null', '[]', '5', '{"errorMessage":5}']) {
      expect(failureReason({ Error: 'ImageRefused', Cause }), Cause).toEqual(GENERIC)
    }
  })
})

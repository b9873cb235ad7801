import { PaintingRefused } from '@signet/imaging/image-provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EncodingRefused } from '../../../lambdas/images/encode/encode-job.ts'
import { failureReason } from '../../../lambdas/images/settle/failure-reason.ts'

/** Step Functions' form of an error that a Lambda threw. */
const caught = (error: Error) => ({
  Error: error.name,
  Cause: JSON.stringify({ errorType: error.name, errorMessage: error.message, trace: [error.stack] }),
})
const GENERIC = { error: 'The image could not be generated; try again', error_code: 'internal' }

describe('the reason of a failed job', () => {
  it('is the sentence and the code of a refusal', () => {
    const refused = new PaintingRefused('content_rejected', 'The provider refuses the prompt')
    expect(failureReason(caught(refused))).toEqual({
      error: 'The provider refuses the prompt',
      error_code: 'content_rejected',
    })
    expect(failureReason(caught(new EncodingRefused('encode_failed: The master is gone')))).toEqual({
      error: 'The master is gone',
      error_code: 'encode_failed',
    })
  })

  it('is a timeout in words, whether the state machine, Lambda or the step itself saw it', () => {
    for (const name of [
      'States.Timeout',
      'Sandbox.Timedout',
      AbortSignal.abort(new DOMException('', 'TimeoutError')).reason.name,
    ]) {
      expect(failureReason({ Error: name, Cause: '' }).error_code).toBe('provider_timeout')
    }
  })

  it('is nothing but the generic sentence for any other error, whatever it says', () => {
    const names = fc.string().filter((name) => !/^(States\.Timeout|Sandbox\.Timedout|TimeoutError)$/.test(name))
    fc.assert(
      fc.property(names, fc.string(), fc.string(), (name, message, secret) => {
        fc.pre(name !== 'PaintingRefused' && name !== 'EncodingRefused')
        fc.pre(!(name in Object.prototype))
        const failure = { Error: name, Cause: JSON.stringify({ errorMessage: message, trace: [secret] }) }
        expect(failureReason(failure)).toEqual(GENERIC)
      }),
    )
  })

  it('is generic for names that every object has', () => {
    for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
      expect(failureReason({ Error: name, Cause: '{}' }), name).toEqual(GENERIC)
    }
  })

  it('repeats no text of a refusal that is not of the typed form, and no stack of any', () => {
    const untyped = ['Something else broke at /var/task/index.mjs:1', 'no code here', '']
    for (const message of untyped) {
      const error = new PaintingRefused('invalid_source', 'x')
      error.message = message
      expect(failureReason(caught(error))).toEqual(GENERIC)
    }
    const told = failureReason(caught(new PaintingRefused('content_rejected', 'No')))
    expect(JSON.stringify(told)).not.toContain('failure-reason.test')
  })

  it('survives a cause that is no JSON, no object or has no message', () => {
    for (const Cause of ['', 'not json', 'null', '[]', '5', '{"errorMessage":5}']) {
      expect(failureReason({ Error: 'PaintingRefused', Cause }), Cause).toEqual(GENERIC)
    }
  })
})

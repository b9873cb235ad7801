import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Caller, forbidden, type Refusal, type SecretSource } from '@signet/kernel'

/**
 * Proofs that a form is one of ours, made for this session and this thing: no other page knows one, and one that was meant
 * for something else does not count.
 */
export interface FormProofs {
  make(caller: Pick<Caller, 'sessionId'>, subject: string): Promise<string>
  /** A refusal where the form is not one that this session was shown. */
  check(
    caller: Pick<Caller, 'sessionId'>,
    subject: string,
    proof: string | null,
  ): Promise<Refusal<'forbidden'> | undefined>
}

export const formProofs = (pepper: SecretSource): FormProofs => {
  const make: FormProofs['make'] = async ({ sessionId }, subject) => {
    // Whoever comes with a bearer token is shown no form.
    if (sessionId === undefined) return ''
    return createHmac('sha256', await pepper())
      .update(JSON.stringify(['form', sessionId, subject]))
      .digest('base64url')
  }
  return {
    make,
    async check(caller, subject, proof) {
      const [given, wanted] = [Buffer.from(proof ?? ''), Buffer.from(await make(caller, subject))]
      if (wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted)) return undefined
      return forbidden('The form is not one that this session was shown: open the page again')
    },
  }
}

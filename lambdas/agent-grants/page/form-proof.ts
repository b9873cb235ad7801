import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Caller, forbidden, type Refusal, type SecretSource } from '@signet/kernel'

/**
 * Proofs that a form came from our page, made for this session and this subject. No other page can make one, and a
 * proof for another subject is invalid.
 */
export interface FormProofs {
  make(caller: Pick<Caller, 'sessionId'>, subject: string): Promise<string>
  /** A refusal if this session was not shown the form. */
  check(
    caller: Pick<Caller, 'sessionId'>,
    subject: string,
    proof: string | null,
  ): Promise<Refusal<'forbidden'> | undefined>
}

export const formProofs = (pepper: SecretSource): FormProofs => {
  const make: FormProofs['make'] = async ({ sessionId }, subject) => {
    // A caller with a bearer token gets no form.
    if (sessionId === undefined) return ''
    return createHmac('sha256', await pepper())
      .update(JSON.stringify(['form', sessionId, subject]))
      .digest('base64url')
  }
  return {
    make,
    async check(caller, subject, proof) {
      const given = Buffer.from(proof ?? '')
      const wanted = Buffer.from(await make(caller, subject))
      if (wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted)) return undefined
      return forbidden('The form does not belong to this session: open the page again')
    },
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Caller, forbidden, type Refusal, type SecretSource } from '@signet/kernel'

/**
 * Proofs that a form was rendered for this session and this subject. Other sites cannot create one, and a proof is
 * invalid for another subject.
 */
export interface FormProofs {
  create(caller: Pick<Caller, 'sessionId'>, subject: string): Promise<string>
  /** Returns a refusal if this session was not shown the form. */
  check(
    caller: Pick<Caller, 'sessionId'>,
    subject: string,
    proof: string | null,
  ): Promise<Refusal<'forbidden'> | undefined>
}

export const formProofs = (pepper: SecretSource): FormProofs => {
  const create: FormProofs['create'] = async ({ sessionId }, subject) => {
    // Callers with a bearer token get no form.
    if (sessionId === undefined) return ''
    return createHmac('sha256', await pepper())
      .update(JSON.stringify(['form', sessionId, subject]))
      .digest('base64url')
  }
  return {
    create,
    async check(caller, subject, proof) {
      const received = Buffer.from(proof ?? '')
      const expected = Buffer.from(await create(caller, subject))
      if (expected.length > 0 && received.length === expected.length && timingSafeEqual(received, expected))
        return undefined
      return forbidden('The form belongs to another session. Open the page again')
    },
  }
}

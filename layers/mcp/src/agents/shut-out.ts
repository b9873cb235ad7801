import type { FailureBody } from '../tools/index.ts'

/** Advice to the model of an agent whose access the person has revoked. Its token may still be valid for minutes. */
export const SHUT_OUT: Pick<FailureBody, 'code' | 'hint'> = {
  code: 'ACCESS_REVOKED',
  hint: 'Do not make this call again: the person has revoked your access. Tell them, and connect again only if they want it',
}

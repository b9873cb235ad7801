import { awsSigning } from '@signet/kernel/aws-signing'
import { signedFetch } from '@signet/kernel/signed-fetch'
import type { Send } from './call-comprehend.ts'

const RETRIES = 2
const TIMEOUT_MS = 10_000

export const comprehendClient = (variables: Readonly<Record<string, string | undefined>>): Send => {
  const signing = awsSigning(variables, 'comprehend', RETRIES)
  const send = signedFetch(signing, { timeoutMs: TIMEOUT_MS })
  const { AWS_ENDPOINT_URL_COMPREHEND: endpoint } = variables
  const url = endpoint ?? `https://comprehend.${signing.region}.amazonaws.com/`
  // Both operations are read-only.
  return (init) => send(url, { ...init, isRepeatable: true })
}

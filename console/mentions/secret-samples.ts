import type { CodeSample } from '@signet/ui'

/** Samples that verify a signature with the secret (Standard Webhooks 1.0). */
export const secretSamples = (secret: string): readonly CodeSample[] => [
  { name: 'Shell', language: 'bash', text: `export WEBHOOK_SECRET=${secret}` },
  {
    name: 'TypeScript',
    language: 'typescript',
    text: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook('${secret}')
// Throws if the signature is invalid or older than five minutes.
const batch = webhook.verify(rawBody, request.headers)`,
  },
]

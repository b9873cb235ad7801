import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const Asked = z
  .object({
    org_id: z.string(),
    request_id: z.string(),
    form: z.string().describe('Digest of what was typed'),
  })
  .meta({ id: 'TrustRequestSubmission' })

const Told = z
  .object({
    org_id: z.string(),
    request_id: z.string(),
    receipt_hash: z.string(),
    artifact_slug: z.string(),
    version: z.int().describe('Changes of the request so far'),
  })
  .meta({ id: 'TrustRequestNotification' })

const Created = z
  .object({
    ...Told.shape,
    waiting: z
      .int()
      .describe('Requests of the organisation that wait for its decision, with this one; 0: a rule granted it'),
    link: z.string().describe('Page of the console on which requests are decided'),
  })
  .meta({ id: 'TrustRequestCreation' })

/** Events of requests for artifacts. They hold nothing of the person: who may know reads the request. */
export const trustRequestContract = defineContract({
  name: 'trust-request',
  version: '1.0.0',
  description: 'A request for an artifact of a trust page, in events.',
  schema: Told,
  operations: {
    ask: { kind: 'command', description: 'A visitor has sent the form.', emits: ['trust-request.asked'] },
    create: {
      kind: 'command',
      description: 'The visitor has proven the mail address and accepted the terms.',
      emits: ['trust-request.created'],
    },
    grant: { kind: 'command', description: 'A person or a rule has granted it.', emits: ['trust-request.granted'] },
    decline: { kind: 'command', description: 'It was declined.', emits: ['trust-request.declined'] },
    revoke: { kind: 'command', description: 'Its grant has ended early.', emits: ['trust-request.revoked'] },
  },
  events: {
    'trust-request.asked': Asked,
    'trust-request.created': Created,
    'trust-request.granted': Told,
    'trust-request.declined': Told,
    'trust-request.revoked': Told,
  },
  surfaces: {},
  authority: { ask: 'internal', create: 'internal', grant: 'internal', decline: 'internal', revoke: 'internal' },
})

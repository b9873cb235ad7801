import { endpoint } from '@signet/contracts'

export const readWitnessKey = endpoint({
  name: 'readWitnessKey',
  summary: 'Key of the witness',
  description:
    'The key that checks its cosignatures, as a line of text (c2sp.org/signed-note). Logs send their checkpoints to POST /add-checkpoint, which speaks c2sp.org/tlog-witness.',
  tags: ['witness'],
  route: 'GET /vkey',
  authority: 'open',
  responses: { 200: { description: 'The key', mediaTypes: ['text/plain; charset=utf-8'] } },
})

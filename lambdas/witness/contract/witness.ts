import { endpoint } from '@signet/contracts'

export const readWitnessKey = endpoint({
  name: 'readWitnessKey',
  summary: 'Get the witness key',
  description:
    "Returns the key that verifies the witness's cosignatures, as one line of text (c2sp.org/signed-note). Logs submit checkpoints to `POST /add-checkpoint`, which implements c2sp.org/tlog-witness.",
  tags: ['witness'],
  route: 'GET /vkey',
  authority: 'open',
  responses: { 200: { description: 'The key', mediaTypes: ['text/plain; charset=utf-8'] } },
})

import { Unusable } from '../queue/queue.ts'
import { type $EntityEvent, type Delivery, objectOf, textOf } from './$kebab-events.ts'

/**
 * Reads the Stripe event in a body. Its data.object is the subject.
 * @throws Unusable for a malformed body.
 */
export const read$EntityEvent = ({ body }: Delivery): $EntityEvent => {
  if (typeof body.created !== 'number') throw new Unusable('created must be a Unix time in seconds')
  const data = objectOf(objectOf(body.data).object)
  return {
    type: textOf(body.type, 'type'),
    subject: textOf(data.id, 'data.object.id'),
    happenedAt: body.created * 1_000,
    data,
  }
}

import { Unusable } from '../queue/queue.ts'
import { type $EntityEvent, type Delivery, objectOf, textOf } from './$kebab-events.ts'

/**
 * Reads the event in a body.
 * @throws Unusable for a malformed body.
 */
export const read$EntityEvent = ({ body }: Delivery): $EntityEvent => {
  const happenedAt = Date.parse(String(body.happened_at))
  if (Number.isNaN(happenedAt)) throw new Unusable('happened_at must be an ISO 8601 time')
  return {
    type: textOf(body.type, 'type'),
    subject: textOf(body.subject, 'subject'),
    happenedAt,
    data: objectOf(body.data),
  }
}

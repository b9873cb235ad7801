import { Unusable } from '../queue/queue.ts'
import { type $EntityEvent, type Delivery, objectOf, textOf } from './$kebab-events.ts'

/**
 * The GitHub events about a $noun: their X-GitHub-Event, and the field of the body with the object. Other events are
 * acknowledged and not stored.
 */
export const HANDLED_EVENT = { event: '$githubEvent', object: '$githubObject' } as const

/**
 * Reads the event in a body. Its type is the event name with the action, such as $githubEvent.closed.
 * @throws Unusable for a malformed body.
 */
export const read$EntityEvent = ({ event, body }: Delivery): $EntityEvent => {
  if (event !== HANDLED_EVENT.event) throw new Unusable(`X-GitHub-Event must be ${HANDLED_EVENT.event}`)
  const { number, updated_at: updatedAt } = objectOf(body[HANDLED_EVENT.object])
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new Unusable(`${HANDLED_EVENT.object}.number must be an integer`)
  const happenedAt = Date.parse(String(updatedAt))
  if (Number.isNaN(happenedAt)) throw new Unusable(`${HANDLED_EVENT.object}.updated_at must be an ISO 8601 time`)
  const repository = textOf(objectOf(body.repository).full_name, 'repository.full_name')
  return {
    type: `${event}.${textOf(body.action, 'action')}`,
    subject: `${repository}#${number}`,
    happenedAt,
    data: body,
  }
}

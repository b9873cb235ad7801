import { Unusable } from '../queue/queue.ts'
import { type $EntityEvent, type Delivery, objectOf, textOf } from './$kebab-events.ts'

/**
 * The GitHub events about a $noun: their X-GitHub-Event, and the member of the body with the object. Other events are
 * acknowledged and not stored.
 */
export const ABOUT = { event: '$githubEvent', object: '$githubObject' } as const

/**
 * Reads the event in a body. Its type is the event name with the action, such as $githubEvent.closed.
 * @throws Unusable for a malformed body.
 */
export const read$EntityEvent = ({ event, body }: Delivery): $EntityEvent => {
  if (event !== ABOUT.event) throw new Unusable(`X-GitHub-Event must be ${ABOUT.event}`)
  const { number, updated_at: updatedAt } = objectOf(body[ABOUT.object])
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new Unusable(`${ABOUT.object}.number must be an integer`)
  const at = Date.parse(String(updatedAt))
  if (Number.isNaN(at)) throw new Unusable(`${ABOUT.object}.updated_at must be an ISO 8601 time`)
  const repository = textOf(objectOf(body.repository).full_name, 'repository.full_name')
  return {
    type: `${event}.${textOf(body.action, 'action')}`,
    subject: `${repository}#${number}`,
    happenedAt: at,
    data: body,
  }
}

import { Unusable } from '../queue/queue.ts'
import { type $EntityEvent, type Delivery, objectOf, textOf } from './$kebab-events.ts'

/** The events that are about a $noun: X-GitHub-Event, and the member of their body that is one. Others are answered, and not kept. */
export const ABOUT = { event: '$githubEvent', object: '$githubObject' } as const

/** The event in a body: its type is the event's name with the action, such as $githubEvent.closed. @throws Unusable when it is none. */
export const read$EntityEvent = ({ event, body }: Delivery): $EntityEvent => {
  if (event !== ABOUT.event) throw new Unusable(`X-GitHub-Event must be ${ABOUT.event}`)
  const { number, updated_at: updatedAt } = objectOf(body[ABOUT.object])
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new Unusable(`${ABOUT.object}.number must be a whole number`)
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

import { authorized } from './credentials.ts'
import { START } from './world.ts'

export const PATH = '/webhooks/$kebabs'

/** Types of the first and the second event of the tests. */
export const FIRST_TYPE = '$githubEvent.opened'
export const SECOND_TYPE = '$githubEvent.closed'
export const SUBJECT = 'octo/shop#7'

/** The body of an event at an offset in milliseconds from the start. X-GitHub-Event has its kind. */
export const eventBody = (type: string, subject = SUBJECT, ms = 0): Record<string, unknown> => {
  const [repository = '', number] = subject.split('#')
  const updated_at = new Date(START + ms).toISOString()
  return {
    action: type.split('.')[1],
    repository: { full_name: repository },
    $githubObject: { number: Number(number), updated_at },
  }
}

export const goodBody = JSON.stringify(eventBody(FIRST_TYPE))

/** A request that the service accepts. */
export const goodRequest = async (body: string = goodBody): Promise<Request> => authorized('POST', PATH, body)

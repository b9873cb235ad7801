import { type Code, code } from '../../code.ts'
import type { Context } from '../../design.ts'

/** A kind of event of GitHub that is about one thing: its X-GitHub-Event, and the member of its body that is the thing. */
interface About {
  readonly event: string
  readonly object: string
}

/** Things with a number in their repository and a time of their last change, by the names that people give them. */
const KINDS: Readonly<Record<string, About>> = {
  'pull-request': { event: 'pull_request', object: 'pull_request' },
  pull: { event: 'pull_request', object: 'pull_request' },
  pr: { event: 'pull_request', object: 'pull_request' },
  issue: { event: 'issues', object: 'issue' },
  discussion: { event: 'discussion', object: 'discussion' },
}

const FALLBACK: About = { event: 'pull_request', object: 'pull_request' }

/** Which events of GitHub a project takes: those about its entity, or about pull requests where it knows none. */
export const aboutOf = ({ entity }: Pick<Context, 'entity'>): About => KINDS[entity.$kebab] ?? FALLBACK

/** What to ask where the entity is nothing that GitHub tells about. */
export const aboutQuestions = ({ entity }: Pick<Context, 'entity'>): Code[] =>
  KINDS[entity.$kebab] === undefined
    ? [
        code`Which event of GitHub is about a $noun? Until ABOUT in src/$kebab/$kebab-events.ts says it, pull_request alone is taken`,
      ]
    : []

/** Reads the events of GitHub that are about one kind of thing. */
export const githubReader = ({ event, object }: About): Code => code`
/** The events that are about a $noun: X-GitHub-Event, and the member of their body that is one. Others are answered, and not kept. */
export const ABOUT = { event: '${event as Code}', object: '${object as Code}' } as const

/** The event in a body: its type is the event's name with the action, such as ${event as Code}.closed. @throws Unusable when it is none. */
export const read$EntityEvent = ({ event, body }: Told): $EntityEvent => {
  if (event !== ABOUT.event) throw new Unusable('X-GitHub-Event must be ' + ABOUT.event)
  const { number, updated_at: updatedAt } = objectOf(body[ABOUT.object])
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new Unusable(ABOUT.object + '.number must be a whole number')
  const at = Date.parse(String(updatedAt))
  if (Number.isNaN(at)) throw new Unusable(ABOUT.object + '.updated_at must be an ISO 8601 time')
  const repository = textOf(objectOf(body.repository).full_name, 'repository.full_name')
  return { type: event + '.' + textOf(body.action, 'action'), subject: repository + '#' + number, happenedAt: at, data: body }
}
`

/** `test/support/event-body.ts` of GitHub. */
export const githubBody = ({ event, object }: About): Code => code`
import { START } from './world.ts'

/** What happens first and then in tests, as it is kept. */
export const [FIRST, THEN] = ['${event as Code}.opened', '${event as Code}.closed'] as const
export const SUBJECT = 'octo/shop#7'

/** The body of an event, so many milliseconds after the start; X-GitHub-Event says the rest. */
export const eventBody = (type: string, subject = SUBJECT, ms = 0): Record<string, unknown> => {
  const [repository = '', number] = subject.split('#')
  const updated_at = new Date(START + ms).toISOString()
  return { action: type.split('.')[1], repository: { full_name: repository }, ${object as Code}: { number: Number(number), updated_at } }
}
`

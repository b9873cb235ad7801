import { type Code, code } from '../../code.ts'
import type { Context } from '../../design.ts'

/** A kind of event of GitHub that is about one thing: its X-GitHub-Event, and the member of its body that is the thing. */
interface About {
  readonly event: string
  readonly object: string
}

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

export const aboutQuestions = ({ entity }: Pick<Context, 'entity'>): Code[] =>
  KINDS[entity.$kebab] === undefined
    ? [
        code`Which event of GitHub is about a $noun? Until ABOUT in src/$kebab/read-$kebab-event.ts says it, pull_request alone is taken`,
      ]
    : []

export const githubValues = (context: Pick<Context, 'entity'>) => {
  const { event, object } = aboutOf(context)
  return { githubEvent: event as Code, githubObject: object as Code }
}

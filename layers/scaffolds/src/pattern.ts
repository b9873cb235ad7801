import type { Code } from './code.ts'
import { code } from './code.ts'
import type { Context, Part, SourceFile } from './design.ts'
import type { Traits } from './traits.ts'

/** A pattern: what it is, its usual traits, and the parts of its project. */
export interface Pattern {
  /** Semver; it rises when a byte of any scaffold changes. */
  readonly version: string
  readonly title: string
  /** The least that a pattern knows of itself; the caller's traits go over these. */
  readonly traits: Partial<Traits>
  /** Traits that are otherwise than asked for, because the pattern cannot do without: what the scaffold says is what is built. */
  readonly settled?: (traits: Traits) => Partial<Traits>
  readonly parts: (context: Context) => readonly Part[]
}

/** `test/support/requests.ts` of a pattern with an HTTP entry: one request that is good. */
export const requestsFile = (method: string, path: string, body: Code | undefined): SourceFile => ({
  path: 'test/support/requests.ts',
  content:
    body === undefined
      ? code`
import { authorized } from './credentials.ts'

export const PATH = '${path as Code}'

/** A request that the service answers gladly. */
export const goodRequest = async (): Promise<Request> => authorized('${method as Code}', PATH)
`
      : code`
import { authorized } from './credentials.ts'

export const PATH = '${path as Code}'

export const goodBody = JSON.stringify(${body})

/** A request that the service answers gladly. */
export const goodRequest = async (body: string = goodBody): Promise<Request> => authorized('${method as Code}', PATH, body)
`,
})

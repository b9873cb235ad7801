import { describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/services.ts'
import { needsSession } from '../../support/credentials.ts'
import { send } from '../../support/operation-requests.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { scaled } from '../../support/scale.ts'
import { oncePerStack } from '../../support/sdk-client.ts'
import { createTenant, newUser } from '../../support/sessions.ts'
import { testStack } from '../../support/test-stack.ts'
import type { ApiOperation } from './plain-answers.ts'

/** Returns the scopes of a key of each kind by its prefix, from the contracts. Keys never have operator scopes. */
const scopesOf = (prefix: string): readonly string[] => [
  ...new Set(
    SERVICES.filter(({ service }) => service.keyPrefix === prefix).flatMap(({ service }) =>
      Object.entries(service.scopes).flatMap(([scope, { holder }]) => (holder === 'operator' ? [] : [scope])),
    ),
  ),
]

type KeysByScope = Readonly<Record<string, string>>

const keyPerScope = async (
  scopes: readonly string[],
  keyOf: (scope: string) => Promise<string>,
): Promise<KeysByScope> => {
  const keys: Record<string, string> = {}
  for (const scope of scopes) keys[scope] = await keyOf(scope)
  return keys
}

const platformKey = async (person: Person, scopes: readonly string[]): Promise<string> =>
  (await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body: { name: 'one', scopes }, as: 'createApiKey' }))
    .body.key

/** Keys with one scope each, for each scope of both kinds. Their creators have not bought anything. */
const keys = oncePerStack(async (): Promise<Readonly<Record<string, KeysByScope>>> => {
  const person = await newPerson()
  const { session } = await newUser()
  return {
    plat_: await keyPerScope(scopesOf('plat_'), (scope) => platformKey(person, [scope])),
    gen_: await keyPerScope(
      scopesOf('gen_'),
      async (scope) => (await createTenant(session, { scopes: [scope] })).body.api_key,
    ),
  }
})

/** The scopes that suffice for a scope of the archive, where higher ones include lower ones (spec supporting-services 5). */
const INCLUDING_SCOPES: Readonly<Record<string, readonly string[]>> = {
  'archive:read': ['archive:read', 'archive:ingest', 'archive:admin'],
  'archive:ingest': ['archive:ingest', 'archive:admin'],
}

const SCOPE_OF_POLICY: Readonly<Record<string, string>> = { may_generate: 'generate', may_read: 'read' }

/** Returns the scopes with which a key may call an operation; undefined if scopes do not decide. */
const sufficientScopes = (authority: string): readonly string[] | undefined => {
  const [kind = '', word = ''] = authority.split(/:(.*)/s)
  if (needsSession(authority)) return []
  const scope = kind === 'policy' ? SCOPE_OF_POLICY[word] : word
  if (kind === 'policy' && scope === undefined)
    throw new Error(`Declare in this test which scope ${authority} requires`)
  if (kind !== 'scope' && kind !== 'policy') return undefined
  return INCLUDING_SCOPES[scope ?? ''] ?? [scope ?? '']
}

/** Number of insufficient scopes tried per operation; all with LONG=1. */
const WRONG_SCOPES_MAX = scaled(4, Number.POSITIVE_INFINITY)

/** Selects the scopes to try for an operation: the sufficient ones and some others, which differ per operation. */
const triedScopes = (all: readonly string[], sufficient: readonly string[], seed: number): readonly string[] => {
  const wrong = all.filter((scope) => !sufficient.includes(scope))
  const start = (seed * WRONG_SCOPES_MAX) % Math.max(1, wrong.length)
  const rotated =
    WRONG_SCOPES_MAX < wrong.length
      ? [...wrong.slice(start), ...wrong.slice(0, start)].slice(0, WRONG_SCOPES_MAX)
      : wrong
  return [...all.filter((scope) => sufficient.includes(scope)), ...rotated]
}

/** Checks that each operation accepts keys with the scopes in its contract, and no others. */
export const checkScopes = (all: readonly ApiOperation[]): void => {
  const operations = all.flatMap(({ id, domain, authority, typical }, seed) => {
    const prefix = SERVICES.find(({ service }) => service.name === domain)?.service.keyPrefix
    const scopes = prefix === undefined ? undefined : sufficientScopes(authority)
    return prefix === undefined || scopes === undefined ? [] : [{ id, typical, prefix, scopes, seed }]
  })

  // An emulator has no user pool, so no user can create keys.
  describe.runIf(testStack().kind === 'local' && operations.length > 0)('keys with one scope', () => {
    test.each(operations)(
      '$id accepts keys with the scopes in its contract, and no others',
      async ({ id, typical, prefix, scopes, seed }) => {
        const byScope = (await keys())[prefix] ?? {}
        const wrong: string[] = []
        for (const scope of triedScopes(Object.keys(byScope), scopes, seed)) {
          const { status, body } = await send(id, typical, { key: String(byScope[scope]) })
          const { error = '', message = error } = (body ?? {}) as { readonly error?: string; readonly message?: string }
          const isAccepted = status !== 401 && !/lacks the scope|requires a signed-in session/.test(message)
          if (isAccepted !== scopes.includes(scope)) wrong.push(`${scope}: ${status} ${message}`)
        }
        expect(wrong).toEqual([])
      },
    )
  })
}

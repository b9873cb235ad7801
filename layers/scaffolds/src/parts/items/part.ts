import { code } from '../../code.ts'
import { boundary } from '../../describe.ts'
import type { Boundary, Context, Interface, Part, Rendered, Requirement, ThreatDraft } from '../../design.ts'
import { type EntityNames, fill } from '../../names.ts'
import { templates } from '../../templates/templates.ts'
import { knowsTenants, scopeCheck } from '../verification/caller-parts.ts'

const interfacesOf = (names: EntityNames, isScoped: boolean): Interface[] =>
  (
    [
      [code`POST`, code`/v1/$kebabs`, code`{name, note?}, Idempotency-Key`, code`201 the $noun, ETag`],
      [code`GET`, code`/v1/$kebabs`, code`limit 1 to 100, cursor`, code`200 {items, next?}`],
      [code`GET`, code`/v1/$kebabs/:id`, code`Nothing`, code`200 the $noun, ETag`],
      [code`PUT`, code`/v1/$kebabs/:id`, code`{name, note?}, If-Match`, code`200 the $noun, ETag`],
      [code`DELETE`, code`/v1/$kebabs/:id`, code`If-Match`, code`204`],
    ] as const
  ).map(([method, path, input, output]) => ({
    kind: 'http' as const,
    method,
    path: fill(path, names),
    input,
    output: fill(output, names),
    auth: isScoped
      ? code`A verified caller with the scope ${method === 'GET' ? code`read` : code`write`}, its tenant's alone`
      : code`A verified caller, its tenant's alone`,
  }))

const strange: ThreatDraft = {
  key: 'items-strange',
  source: code`A caller`,
  prerequisites: code`A guess at the names of fields`,
  action: code`sends fields that the service does not accept`,
  impact: code`It sets what it may not`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`A body has the fields that are listed; any other is 400 that names it`,
  answers: ['stride-mass-assignment'],
}

const unscoped: ThreatDraft = {
  key: 'items-unscoped',
  source: code`A caller that may read alone`,
  prerequisites: code`Its credential`,
  action: code`changes or removes`,
  impact: code`A credential that was given for reading does harm`,
  likelihood: 3,
  impactScore: 4,
  mitigation: code`Each route asks for its scope, read or write, before it does anything`,
}

const overwrite: ThreatDraft = {
  key: 'items-overwrite',
  source: code`Two people at once`,
  prerequisites: code`Both have read one version`,
  action: code`save over each other`,
  impact: code`A change is lost, unnoticed`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Changes need If-Match; another version is 412`,
}

const foreign: ThreatDraft = {
  key: 'items-foreign',
  source: code`A caller of another tenant`,
  prerequisites: code`An id`,
  action: code`puts the id into every route`,
  impact: code`Data of others is read, changed or removed`,
  likelihood: 4,
  impactScore: 5,
  mitigation: code`The tenant of the verified caller is part of every key; a matrix of all routes is tested`,
  answers: ['stride-foreign-id'],
}

const boundaryOf = (context: Context): Boundary =>
  boundary('http', code`Caller to HTTP entry`, {
    T: [overwrite, strange],
    E: [...(hasScopes(context) ? [unscoped] : []), ...(knowsTenants(context) ? [foreign] : [])],
  })

const requirementsOf = (context: Context): Requirement[] => [
  { key: 'items', text: code`Callers make, read, change, list and remove what is theirs`, priority: 'P1' },
  ...(hasScopes(context)
    ? [
        {
          key: 'items-scoped',
          text: code`Reading needs the scope read, and every change the scope write`,
          priority: 'P1' as const,
        },
      ]
    : []),
  { key: 'items-once', text: code`A creation that is repeated with its key makes one`, priority: 'P1' },
  { key: 'items-paged', text: code`Lists come in bounded pages, by cursor`, priority: 'P2' },
  { key: 'items-strict', text: code`A body has the fields that are known, within their limits`, priority: 'P1' },
]

const hasTokens = ({ traits }: Context): boolean => traits.verification === 'jwt' || traits.verification === 'oauth'

/** Whether callers have scopes: all but anonymous ones. Signed requests have bodies, and reads have none: they need keys. */
const hasScopes = (context: Context): boolean => knowsTenants(context) || context.traits.verification === 'hmac'

interface ItemWrites {
  readonly writes: boolean
  readonly changes: boolean
}

export const items = ({ writes, changes }: ItemWrites, names?: EntityNames): Rendered =>
  templates('shared/items', { flags: { writes, changes }, ...(names && { names }) })

/** Entities that are kept: shape, records, routes `<entity>Routes` and tests for each name, and the handler. */
export const itemsPart = (context: Context, entities: readonly EntityNames[]): Part => {
  const flags = { scopes: hasScopes(context), tenants: knowsTenants(context) }
  const entity = entities.map(({ $entity, $kebab }) => ({ values: { entity: $entity, kebab: $kebab } }))
  return {
    rendered: () => [
      ...entities.flatMap((names) => [
        items({ writes: true, changes: true }, names),
        templates('shared/items-api', { flags, names }),
      ]),
      templates('shared/items-handler', { lists: { entity } }),
      ...(hasScopes(context) ? [scopeCheck()] : []),
    ],
    interfaces: entities.flatMap((names) => interfacesOf(names, hasScopes(context))),
    questions: hasTokens(context)
      ? [code`Do the issuer's tokens have the scopes read and write? A caller without the scope of a route is refused`]
      : [],
    requirements: requirementsOf(context),
    boundaries: [boundaryOf(context)],
  }
}

import { code } from '../../code.ts'
import { boundary } from '../../describe.ts'
import type { Boundary, Context, Interface, Part, RenderedFiles, Requirement, ThreatDraft } from '../../design.ts'
import { type EntityNames, fill } from '../../names.ts'
import { templates } from '../../templates/templates.ts'
import { knowsTenants, scopeCheck } from '../verification/caller-parts.ts'

const interfacesOf = (names: EntityNames, isScoped: boolean): Interface[] =>
  (
    [
      [code`POST`, code`/v1/$kebabs`, code`{name, note?}, Idempotency-Key`, code`201 the $noun, ETag`],
      [code`GET`, code`/v1/$kebabs`, code`limit from 1 to 100, cursor`, code`200 {items, next?}`],
      [code`GET`, code`/v1/$kebabs/:id`, code`None`, code`200 the $noun, ETag`],
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
      ? code`A verified caller with the scope ${method === 'GET' ? code`read` : code`write`}, within its tenant`
      : code`A verified caller, within its tenant`,
  }))

const unknownFields: ThreatDraft = {
  key: 'items-strange',
  source: code`A caller`,
  prerequisites: code`Guessed field names`,
  action: code`sends fields that the service does not accept`,
  impact: code`The caller sets a protected field`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Only listed fields are accepted; any other field returns 400 with its name`,
  cardIds: ['stride-mass-assignment'],
}

const missingScope: ThreatDraft = {
  key: 'items-unscoped',
  source: code`A caller with read access`,
  prerequisites: code`A valid credential`,
  action: code`changes or removes a record`,
  impact: code`A read credential causes damage`,
  likelihood: 3,
  impactScore: 4,
  mitigation: code`Each route checks its scope, read or write, before any other work`,
}

const lostUpdate: ThreatDraft = {
  key: 'items-overwrite',
  source: code`Two users`,
  prerequisites: code`Both have read the same version`,
  action: code`overwrite each other's changes`,
  impact: code`A change is lost silently`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Changes require If-Match; an outdated version returns 412`,
}

const otherTenantId: ThreatDraft = {
  key: 'items-foreign',
  source: code`A caller of another tenant`,
  prerequisites: code`A known ID`,
  action: code`uses the ID in every route`,
  impact: code`Another tenant's data is read, changed or removed`,
  likelihood: 4,
  impactScore: 5,
  mitigation: code`The tenant of the verified caller is part of every key, and every route is tested with another tenant's ID`,
  cardIds: ['stride-foreign-id'],
}

const boundaryOf = (context: Context): Boundary =>
  boundary('http', code`Caller to HTTP entry`, {
    T: [lostUpdate, unknownFields],
    E: [...(hasScopes(context) ? [missingScope] : []), ...(knowsTenants(context) ? [otherTenantId] : [])],
  })

const requirementsOf = (context: Context): Requirement[] => [
  { key: 'items', text: code`Callers create, read, change, list and remove their own records`, priority: 'P1' },
  ...(hasScopes(context)
    ? [
        {
          key: 'items-scoped',
          text: code`Reading needs the scope read, and every change needs the scope write`,
          priority: 'P1' as const,
        },
      ]
    : []),
  {
    key: 'items-once',
    text: code`A creation that is repeated with the same idempotency key creates one record`,
    priority: 'P1',
  },
  { key: 'items-paged', text: code`Lists are returned in bounded pages, by cursor`, priority: 'P2' },
  { key: 'items-strict', text: code`A body only has known fields, within their limits`, priority: 'P1' },
]

const hasTokens = ({ traits }: Context): boolean => traits.verification === 'jwt' || traits.verification === 'oauth'

/**
 * Whether callers have scopes. Anonymous callers have none. With HMAC they have API keys, because reads have no body to
 * sign.
 */
const hasScopes = (context: Context): boolean => knowsTenants(context) || context.traits.verification === 'hmac'

interface ItemWrites {
  /** Whether records are created. */
  readonly writes: boolean
  /** Whether records are changed and removed. */
  readonly changes: boolean
}

export const itemTemplates = ({ writes, changes }: ItemWrites, names?: EntityNames): RenderedFiles =>
  templates('shared/items', { flags: { writes, changes }, ...(names && { names }) })

/** Stored entities: type, records, routes `<entity>Routes` and tests per name, and the handler. */
export const itemsPart = (context: Context, entities: readonly EntityNames[]): Part => {
  const flags = { scopes: hasScopes(context), tenants: knowsTenants(context) }
  const entity = entities.map(({ $entity, $kebab }) => ({ values: { entity: $entity, kebab: $kebab } }))
  return {
    render: () => [
      ...entities.flatMap((names) => [
        itemTemplates({ writes: true, changes: true }, names),
        templates('shared/items-api', { flags, names }),
      ]),
      templates('shared/items-handler', { lists: { entity } }),
      ...(hasScopes(context) ? [scopeCheck()] : []),
    ],
    interfaces: entities.flatMap((names) => interfacesOf(names, hasScopes(context))),
    questions: hasTokens(context)
      ? [
          code`Do the issuer's tokens contain the scopes read and write? A caller without the scope of a route is refused`,
        ]
      : [],
    requirements: requirementsOf(context),
    boundaries: [boundaryOf(context)],
  }
}

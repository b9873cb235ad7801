import type { ContractIR } from '@signet/contracts/ir'
import { routeTable } from '@signet/contracts/ir'
import { samplerFor } from '../fixtures/sampler.ts'
import { usedSchemas } from './components.ts'
import { operationObject, securitySchemes, tagsOf } from './operation-object.ts'

type Json = Record<string, unknown>

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly servers: readonly { readonly url: string; readonly description?: string }[]
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  /** An SPDX `identifier` or a `url`. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
  /** Descriptions of tags; a contract's own tag has the contract's description. */
  readonly tags?: Readonly<Record<string, string>>
  /** Name of the session cookie; default `session`. */
  readonly sessionCookie?: string
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly tags: readonly Json[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: { readonly securitySchemes: Json; readonly schemas: Json }
}

const pathsOf = (irs: readonly ContractIR[]): Record<string, Record<string, Json>> => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const { contract, operationId, pathTemplate, method } of routeTable(irs)) {
    for (const ir of irs) {
      const operation = ir.operations.find((candidate) => ir.name === contract && candidate.operationId === operationId)
      if (operation === undefined) continue
      paths[pathTemplate] = {
        ...paths[pathTemplate],
        [method.toLowerCase()]: operationObject(ir, operation, samplerFor(ir).samplesOf),
      }
    }
  }
  return paths
}

const tagObjects = (irs: readonly ContractIR[], descriptions: Readonly<Record<string, string>>): Json[] => {
  const tags = new Map<string, Json>()
  for (const ir of irs) {
    for (const operation of ir.operations.filter(({ route }) => route !== undefined)) {
      for (const name of tagsOf(ir, operation)) {
        const taggedContract = name === ir.name ? ir : undefined
        const machine = taggedContract?.entity && {
          'x-state-machine': taggedContract.entity.states,
          'x-invariants': taggedContract.entity.invariants,
        }
        const description = descriptions[name] ?? (taggedContract?.description || `Operations on ${name}.`)
        if (!tags.has(name) || machine !== undefined) tags.set(name, { name, description, ...machine })
      }
    }
  }
  return [...tags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
}

const usedSecuritySchemes = (paths: OpenApiDocument['paths'], sessionCookie: string): Json => {
  const schemes: Json = { ...securitySchemes, session: { ...securitySchemes.session, name: sessionCookie } }
  const used = new Set(
    Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ security }) => ((security ?? []) as Json[]).flatMap(Object.keys)),
    ),
  )
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)))
}

/**
 * Generates one OpenAPI 3.1.1 document for all routes of the given contracts. The same input yields the same bytes.
 * Requests close plain objects, responses leave them open. The state machine of an entity is at its tag
 * (`x-state-machine`), each transition at its operation (`x-transition`), and responses link to possible next
 * operations.
 * @throws TypeError if two operations have the same route or operationId.
 * @throws ContractError if two contracts give one component name to different schemas.
 */
export const openApi = (irs: readonly ContractIR[], options: OpenApiOptions): OpenApiDocument => {
  const { title, version, servers, sessionCookie = 'session' } = options
  const description = options.description || `The ${title}.`
  // Defaults for contact and license, so that a document without them passes strict linters.
  const url = servers[0]?.url ?? 'https://signet.example'
  const { contact = { name: title, url, email: 'api@signet.example' }, license = { name: 'Proprietary', url } } =
    options
  const paths = pathsOf(irs)
  return {
    openapi: '3.1.1',
    info: { title, version, description, contact, license },
    servers: servers.map((server) => ({ ...server })),
    tags: tagObjects(irs, options.tags ?? {}),
    paths,
    components: {
      securitySchemes: usedSecuritySchemes(paths, sessionCookie),
      schemas: usedSchemas(irs, paths),
    },
  }
}

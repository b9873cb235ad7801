import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { oc } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { createDocument } from 'zod-openapi'
import { CONTRACTS, resourceSchemas } from './codegen-contracts.ts'

const info = { title: 'Resources', version: '1.0.0' }
const indexes = Array.from({ length: CONTRACTS }, (_, index) => index)
/** Created once, because the bench compares the generation of documents, not of schemas. */
const schemas = indexes.map(resourceSchemas)

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const okResponse = (schema: unknown) => ({ 200: { description: 'The result.', ...json(schema) } })

/** The six operations of a resource in the terms that zod-openapi and Hono share. */
const routesOf = ({ Entity, Create, Update, Id, Query, Page }: (typeof schemas)[number], index: number) => {
  const base = `/resources${index}`
  return [
    { method: 'post', path: base, body: Create, output: Entity },
    { method: 'get', path: `${base}/{id}`, params: Id, output: Entity },
    { method: 'get', path: base, query: Query, output: Page },
    { method: 'patch', path: `${base}/{id}`, params: Id, body: Update, output: Entity },
    { method: 'post', path: `${base}/{id}/publish`, params: Id, output: Entity },
    { method: 'post', path: `${base}/{id}/close`, params: Id, output: Entity },
  ] as const
}

const withZodOpenApi = async (): Promise<string> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of schemas.flatMap(routesOf)) {
    const { method, path, output } = route
    paths[path] = {
      ...paths[path],
      [method]: {
        requestParams: {
          ...('params' in route && { path: route.params }),
          ...('query' in route && { query: route.query }),
        },
        ...('body' in route && { requestBody: json(route.body) }),
        responses: okResponse(output),
      },
    }
  }
  return JSON.stringify(createDocument({ openapi: '3.1.0', info, paths } as never))
}

const withHono = async (): Promise<string> => {
  const app = new OpenAPIHono()
  for (const route of schemas.flatMap(routesOf)) {
    const { method, path, output } = route
    const request = {
      ...('params' in route && { params: route.params }),
      ...('query' in route && { query: route.query }),
      ...('body' in route && { body: json(route.body) }),
    }
    app.openapi(
      createRoute({ method, path, request, responses: okResponse(output) } as never),
      (() => undefined) as never,
    )
  }
  return JSON.stringify(app.getOpenAPI31Document({ openapi: '3.1.0', info }))
}

const withOrpc = async (): Promise<string> => {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const router = Object.fromEntries(
    schemas.map(({ Entity, Create, Update, Id, Query, Page }, index) => {
      const base = `/resources${index}` as const
      const operation = (method: 'GET' | 'POST' | 'PATCH', path: `/${string}`) => oc.route({ method, path })
      return [
        `resource${index}`,
        {
          create: operation('POST', base).input(Create).output(Entity),
          get: operation('GET', `${base}/{id}`).input(Id).output(Entity),
          list: operation('GET', base).input(Query).output(Page),
          update: operation('PATCH', `${base}/{id}`).input(Id.extend(Update.shape)).output(Entity),
          publish: operation('POST', `${base}/{id}/publish`).input(Id).output(Entity),
          close: operation('POST', `${base}/{id}/close`).input(Id).output(Entity),
        },
      ]
    }),
  )
  return JSON.stringify(await generator.generate(router as never, { info }))
}

/** Tools that only generate an OpenAPI document from the same schemas. Each resolves to the document's text. */
export const rivals: Readonly<Record<string, () => Promise<string>>> = {
  'oRPC 1.16.1': withOrpc,
  'zod-openapi 6.0.2': withZodOpenApi,
  '@hono/zod-openapi 1.6.3': withHono,
}

/** Returns the same resources in TypeSpec. */
export const typeSpecSource = (): string => {
  const models = indexes.map(
    (index) => `
enum State${index} { draft, open, closed, cancelled }
model Address${index} { street: string; city: string; @pattern("^\\\\d{5}$") zip: string; }
model Create${index} { @minLength(1) @maxLength(120) title: string; owner: string; @minValue(0) @maxValue(1000000) amount_cents: int32;
  @minValue(0) @maxValue(1) ratio: float64 | null; @maxItems(10) tags: string[]; kind: "small" | "medium" | "large"; address: Address${index}; @maxLength(500) note?: string; }
model Resource${index} is Create${index} { id: string; state: State${index}; created_at: utcDateTime; closed_at: utcDateTime | null; }
model Update${index} { @minLength(1) @maxLength(120) title?: string; @maxLength(500) note?: string; }
model Page${index} { items: Resource${index}[]; next_cursor: string | null; }
@route("/resources${index}") interface Resources${index} {
  @post create(@body body: Create${index}): Resource${index};
  @get read(@path id: string): Resource${index};
  @get list(@query state?: State${index}, @query limit?: int32, @query cursor?: string): Page${index};
  @patch(#{implicitOptionality: true}) update(@path id: string, @body body: Update${index}): Resource${index};
  @post @route("{id}/publish") publish(@path id: string): Resource${index};
  @post @route("{id}/close") close(@path id: string): Resource${index};
}`,
  )
  return `import "@typespec/http";\nusing Http;\n@service(#{ title: "Resources" }) namespace Resources;\n${models.join('\n')}\n`
}

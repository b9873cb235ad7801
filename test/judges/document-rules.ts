import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Document } from './document-mutations.ts'

type Node = Record<string, unknown>

const METHODS_WITHOUT_BODY = ['get', 'head', 'delete']

/** Lists problems that OpenAPI 3.1 and the linters permit, but that the generated clients cannot use. */
const generatorFindings = (document: Document): string[] =>
  Object.entries(document.paths as Record<string, Record<string, Node>>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody, responses }]) => [
      ...(METHODS_WITHOUT_BODY.includes(method) && requestBody !== undefined ? [`${method} ${path} has a body`] : []),
      ...(Object.keys((responses ?? {}) as Node).length === 0 ? [`${method} ${path} has no responses`] : []),
    ]),
  )

/** Compiles every schema under `components` with ajv in strict mode: unknown keywords, formats and types are errors. */
const schemaFindings = (document: Document): string[] => {
  const { schemas = {} } = (document.components ?? {}) as { schemas?: Record<string, object> }
  return Object.keys(schemas).flatMap((name) => {
    const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
    addFormats.default(ajv)
    ajv.addVocabulary(['components', 'x-open'])
    try {
      // Not a meta-schema, and not validated as a schema itself.
      ajv.addSchema({ $id: 'document', components: { schemas } }, 'document', false, false)
      ajv.compile({ $ref: `document#/components/schemas/${name}` })
      return []
    } catch (cause) {
      return [`${name}: ${(cause as Error).message}`]
    }
  })
}

/** Lists the findings of this project's rules and of ajv in strict mode in an OpenAPI document. */
export const documentFindings = (document: Document): string[] => [
  ...generatorFindings(document),
  ...schemaFindings(document),
]

import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** An event in the format of EventBridge. */
export interface BusEvent {
  readonly source: string
  readonly 'detail-type': string
  readonly detail: unknown
}

interface Document {
  readonly components: object
  readonly channels: Readonly<Record<string, { readonly address: string }>>
}

const validators = (documents: Readonly<Record<string, object>>): ReadonlyMap<string, ValidateFunction> => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return new Map(
    Object.entries(documents).flatMap(([name, document]) => {
      // The `id` of the document belongs to AsyncAPI. Ajv would take it for the ID of a schema.
      const { components } = document as Document
      ajv.addSchema({ components }, name)
      return Object.entries((document as Document).channels).map(([key, { address }]): [string, ValidateFunction] => [
        address,
        ajv.compile({ $ref: `${name}#/components/messages/${key}/payload` }),
      ])
    }),
  )
}

/** Describes each event of the bus that no AsyncAPI document declares, or that violates its declaration. */
export const eventProblems = (
  documents: Readonly<Record<string, object>>,
  seen: readonly BusEvent[],
): readonly string[] => {
  const validatorsByType = validators(documents)
  const problems = seen.flatMap(({ source, 'detail-type': type, detail }) => {
    const validate = validatorsByType.get(type)
    if (!validate) return [`The bus received ${type} of ${source}, which no AsyncAPI document declares`]
    const schemaErrors = validate(detail) ? [] : (validate.errors ?? [])
    const cloudEvent = detail as { readonly source?: unknown; readonly type?: unknown }
    return [
      ...schemaErrors.map(({ instancePath, message }) => `${type} breaks its schema: ${instancePath} ${message}`),
      ...(cloudEvent.source === source && cloudEvent.type === type
        ? []
        : [`${type} has another source or type in its detail`]),
    ]
  })
  return [...new Set(problems)]
}

/** Returns the types of declared events that did not occur. */
export const missingEvents = (
  documents: Readonly<Record<string, object>>,
  seen: readonly BusEvent[],
): readonly string[] => {
  const types = new Set(seen.map((event) => event['detail-type']))
  return Object.values(documents)
    .flatMap((document) => Object.values((document as Document).channels).map(({ address }) => address))
    .filter((type) => !types.has(type))
}

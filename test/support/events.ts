import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** An event as EventBridge has it. */
export interface SeenEvent {
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
      // Its `id` is AsyncAPI's, and no schema's.
      const { components } = document as Document
      ajv.addSchema({ components }, name)
      return Object.entries((document as Document).channels).map(([key, { address }]): [string, ValidateFunction] => [
        address,
        ajv.compile({ $ref: `${name}#/components/messages/${key}/payload` }),
      ])
    }),
  )
}

/** Events of the bus that no AsyncAPI document declares, or that are not as it says, in sentences. */
export const eventProblems = (
  documents: Readonly<Record<string, object>>,
  seen: readonly SeenEvent[],
): readonly string[] => {
  const known = validators(documents)
  const problems = seen.flatMap(({ source, 'detail-type': type, detail }) => {
    const isRight = known.get(type)
    if (!isRight) return [`The bus was given ${type} of ${source}, which no AsyncAPI document declares`]
    const wrong = isRight(detail) ? [] : (isRight.errors ?? [])
    const said = detail as { readonly source?: unknown; readonly type?: unknown }
    return [
      ...wrong.map(({ instancePath, message }) => `${type} breaks its schema: ${instancePath} ${message}`),
      ...(said.source === source && said.type === type ? [] : [`${type} says another source or type of itself`]),
    ]
  })
  return [...new Set(problems)]
}

/** Declared events that were not seen, by their types. */
export const unseenEvents = (
  documents: Readonly<Record<string, object>>,
  seen: readonly SeenEvent[],
): readonly string[] => {
  const types = new Set(seen.map((event) => event['detail-type']))
  return Object.values(documents)
    .flatMap((document) => Object.values((document as Document).channels).map(({ address }) => address))
    .filter((type) => !types.has(type))
}
